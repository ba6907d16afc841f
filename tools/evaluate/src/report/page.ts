import { type Html, html } from './html.ts';
import type { EvaluationReport } from './report.ts';
import { drawMethod } from './sections/method.ts';
import { drawOverview } from './sections/overview.ts';
import { drawSeries } from './sections/series.ts';
import { STYLE } from './style.ts';

/** The whole report as one HTML document that loads nothing and holds no image of a person. */
export function drawPage(report: EvaluationReport): string {
  const title = `Liveness evaluation: ${report.dataset.name}, ${report.dataset.split}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${drawHeader(report)}
<main>
${drawOverview(report)}
${report.models.flatMap((model) => model.series.map((series) => drawSeries(report, model, series)))}
${drawMethod(report)}
</main>
</body>
</html>
`.text;
}

function drawHeader({ dataset, createdAt, engineVersion }: EvaluationReport): Html {
  const version = dataset.version.replace('sha256:', '').slice(0, 12);
  const day = createdAt.slice(0, 10);
  return html`<header>
<p class="kind">Self-test, not a certification</p>
<h1>Liveness evaluation</h1>
<dl class="facts">
<div><dt>Data set</dt><dd>${dataset.name} <code>${version}</code></dd></div>
<div><dt>Split</dt><dd>${dataset.split}</dd></div>
<div><dt>Engine</dt><dd>Vivant ${engineVersion}</dd></div>
<div><dt>Date</dt><dd><time datetime="${createdAt}">${day}</time></dd></div>
</dl>
</header>`;
}
