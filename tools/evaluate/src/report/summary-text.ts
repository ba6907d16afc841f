import { area, NOT_MEASURED, percent, speciesName, valueOf } from './format.ts';
import { hasLearnt } from './has-learnt.ts';
import type { EvaluationReport, ModelReport, SeriesReport } from './report.ts';
import { seriesName } from './series-name.ts';

/** The result in a few lines for a terminal. */
export function summaryText(report: EvaluationReport): string {
  const { dataset, threshold } = report;
  const title = `Self-test on ${dataset.name}, ${dataset.split} split, threshold ${threshold}`;
  const learnt = report.models.filter((model) => hasLearnt(report, model)).map(({ id }) => id);
  const warning =
    learnt.length > 0 ? [`${learnt.join(', ')}: learnt from this data set; better here than elsewhere`] : [];
  const lines = report.models.flatMap((model) => modelLines(model, dataset.split));
  return [title, ...warning, ...lines].join('\n');
}

function modelLines(model: ModelReport, split: string): readonly string[] {
  const lines = model.series.flatMap((series) => seriesLines(model, series));
  if (!model.notMeasured) return lines;
  const { framesLongest } = model.notMeasured;
  const notice = `${model.id}: not measured; it needs ${model.framesRequired} consecutive frames, and the longest capture of the ${split} split has ${framesLongest}`;
  return [notice, ...lines];
}

function seriesLines(model: ModelReport, series: SeriesReport): readonly string[] {
  const { overall, counts, bonaFide } = series;
  const genuine = bonaFide ? percent(bonaFide.value) : NOT_MEASURED;
  return [
    `${model.id}, ${seriesName(series)}: ${counts.judged} judged, ${counts.notAcquired} not acquired, BPCER ${genuine}, EER ${valueOf(overall.eer, percent)}, AUC ${valueOf(overall.auc, area)}`,
    ...series.species.map(
      ({ species, apcer, figures }) =>
        `  ${speciesName(species)}: APCER ${percent(apcer.value)} (${apcer.errors} of ${apcer.total}), EER ${valueOf(figures.eer, percent)}, AUC ${valueOf(figures.auc, area)}`,
    ),
  ];
}
