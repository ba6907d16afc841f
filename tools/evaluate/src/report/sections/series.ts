import { type Curve, drawLegend } from '../charts/curve.ts';
import { drawDet } from '../charts/det.ts';
import { drawRoc } from '../charts/roc.ts';
import { drawHistogram } from '../charts/score-histogram.ts';
import { plural, speciesName } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { EvaluationReport, ModelReport, SeriesReport } from '../report.ts';
import { seriesAnchor, seriesName } from '../series-name.ts';
import { drawAcquisition } from './acquisition.ts';
import { drawConclusion } from './conclusion.ts';
import { drawDependence } from './dependence.ts';
import { drawEnvironments } from './environments.ts';
import { drawSpecies } from './species.ts';
import { drawTiles } from './tiles.ts';
import { drawWorst } from './worst.ts';

/** Everything about one model over attempts of one length. */
export function drawSeries(report: EvaluationReport, model: ModelReport, series: SeriesReport): Html {
  const anchor = seriesAnchor(model, series);
  return html`<section class="series" aria-labelledby="${anchor}">
<h2 id="${anchor}">${model.id} <span>${seriesName(series)}</span></h2>
<p class="about">${model.label}. Coefficients ${model.coefficientsVersion}.${drawTooShort(series)}</p>
${drawConclusion(series, report.threshold)}
${drawTiles(series)}
${drawCharts(anchor, series, report.threshold)}
${drawSpecies(series)}
${drawEnvironments(series)}
${drawDependence(series)}
${drawAcquisition(series)}
${drawWorst(series)}
</section>`;
}

function drawTooShort({ attempts, framesPerAttempt, counts }: SeriesReport): Html | null {
  if (attempts === 'stills' || counts.capturesTooShort === 0) return null;
  return html` ${plural(counts.capturesTooShort, 'capture')} of fewer than ${framesPerAttempt} consecutive frames could not be used.`;
}

function drawCharts(anchor: string, series: SeriesReport, threshold: number): Html {
  const curves = curvesOf(series);
  const histogram = html`<figure><figcaption>Scores</figcaption>${drawHistogram(`${anchor}-scores`, series.histogram, threshold)}
<ul class="legend"><li><i class="genuine"></i>genuine</li><li><i class="spoof"></i>attacks</li></ul></figure>`;
  if (curves.length === 0) return html`<div class="charts">${histogram}</div>`;
  return html`<div class="charts">
<figure><figcaption>DET</figcaption>${drawDet(`${anchor}-det`, curves, threshold)}${drawLegend(curves)}</figure>
<figure><figcaption>ROC</figcaption>${drawRoc(`${anchor}-roc`, curves, threshold)}${drawLegend(curves)}</figure>
${histogram}</div>`;
}

/** One curve for each species and, when there are several, one for all of them together. */
function curvesOf(series: SeriesReport): readonly Curve[] {
  const bySpecies = series.species
    .filter(({ curve }) => curve.length > 0)
    .map(({ species, curve }, index) => ({ name: speciesName(species), tone: index + 1, points: curve }));
  const pooled = { name: 'all attacks', tone: 0, points: series.curve };
  return bySpecies.length === 1
    ? bySpecies
    : [pooled, ...bySpecies].filter(({ points }) => points.length > 0);
}
