import { rateCell } from '../cells.ts';
import { area, NOT_MEASURED } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** Error rates by how the face looked, what each signal tells alone, and what must not carry the score. */
export function drawDependence({ slices, signals, shortcuts }: SeriesReport): Html {
  return html`${drawTable({
    caption: 'By appearance of the face',
    columns: [words('Property'), words('Range'), numbers('BPCER'), numbers('APCER')],
    rows: slices.map(({ property, range, bpcer, apcer }) => [
      property,
      range,
      rateCell(bpcer ?? undefined),
      rateCell(apcer ?? undefined),
    ]),
  })}
<details><summary>What the score comes from</summary>
${drawTable({
  caption: 'Each signal alone',
  columns: [words('Signal'), numbers('AUC')],
  rows: signals.map(({ signal, auc }) => [signal, area(auc)]),
})}
${drawTable({
  caption: 'Rank correlation of the score with what must not carry it',
  columns: [words('Property'), numbers('Genuine'), numbers('Attacks')],
  rows: shortcuts.map(({ property, bonaFide, attacks }) => [
    property,
    bonaFide?.toFixed(2) ?? NOT_MEASURED,
    attacks?.toFixed(2) ?? NOT_MEASURED,
  ]),
})}</details>`;
}
