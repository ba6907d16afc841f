import { areaCell, percentCell } from '../cells.ts';
import { milliseconds, NOT_MEASURED, percent } from '../format.ts';
import { hasLearnt } from '../has-learnt.ts';
import { type Html, html } from '../html.ts';
import type { EvaluationReport, ModelReport, SeriesReport } from '../report.ts';
import { seriesAnchor, seriesName } from '../series-name.ts';
import { drawTable, numbers, words } from '../table.ts';

const TRAIN_WARNING = html`<p class="warning"><b>This is the train split.</b> Models that were fitted on it look better here than they are.</p>`;
const LEARNT_WARNING = html`<p class="warning"><b>Some of these models have learnt from this data set,</b> the captures of its held-out rooms included: they look better here than they are. Their cards tell what they reach in rooms that they had not seen.</p>`;

/** All series of all models side by side, and the models that could not be measured. */
export function drawOverview(report: EvaluationReport): Html {
  const series = report.models.flatMap((model) => model.series.map((one) => ({ model, series: one })));
  const table = drawTable({
    caption: `Models on ${report.dataset.name}, ${report.dataset.split} split`,
    columns: [
      words('Model'),
      numbers('Attempts judged'),
      numbers('APCER, worst species'),
      numbers('BPCER'),
      numbers('EER'),
      numbers('AUC'),
      numbers('Balanced accuracy'),
      numbers('Not acquired'),
      numbers('Time per attempt'),
    ],
    rows: series.map(({ model, series }) => overviewRow(model, series)),
  });
  return html`<section aria-labelledby="overview"><h2 id="overview">At a glance</h2>
${series.length > 0 ? table : null}
${report.models.map(drawNotMeasured)}
${report.dataset.split === 'train' ? TRAIN_WARNING : null}
${report.models.some((model) => hasLearnt(report, model)) ? LEARNT_WARNING : null}
<p class="note">APCER and BPCER hold at the fixed threshold of ${report.threshold}. Ranges are ${Math.round(report.bootstrap.level * 100)}&nbsp;% intervals over environments; where a figure has none, its environments are too few or all alike.</p></section>`;
}

function overviewRow(model: ModelReport, series: SeriesReport) {
  const { judged, notAcquired } = series.counts;
  return [
    html`<a href="#${seriesAnchor(model, series)}">${model.id}</a> <small>${seriesName(series)}</small>`,
    judged,
    percentCell(series.overall.apcer),
    percentCell(series.overall.bpcer),
    percentCell(series.overall.eer),
    areaCell(series.overall.auc),
    percentCell(series.overall.balancedAccuracy),
    percent(notAcquired / (judged + notAcquired)),
    series.speed ? milliseconds(series.speed.msPerAttemptMedian) : NOT_MEASURED,
  ];
}

function drawNotMeasured({ id, framesRequired, notMeasured }: ModelReport): Html {
  if (!notMeasured) return html``;
  return html`<p class="warning"><b>${id} was not measured.</b> It needs ${framesRequired} consecutive frames, and the longest capture of this split has ${notMeasured.framesLongest}.</p>`;
}
