import { areaCell, percentCell, rateCell } from '../cells.ts';
import { NOT_MEASURED, percentInterval, speciesName } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** One row for each attack species that was tested. */
export function drawSpecies({ species }: SeriesReport): Html {
  if (species.length === 0) return html``;
  const table = drawTable({
    caption: 'By attack species',
    columns: [
      words('Species'),
      numbers('APCER'),
      numbers('Interval'),
      numbers('EER'),
      numbers('AUC'),
      numbers('BPCER at APCER 1 %'),
      numbers('at 5 %'),
      numbers('at 10 %'),
      numbers('Environments'),
      numbers('Genuine compared'),
    ],
    rows: species.map(({ species, apcer, figures, attackEnvironments, bonaFideAttempts, bonaFideFrom }) => [
      speciesName(species),
      rateCell(apcer),
      percentInterval(figures.apcer?.interval) || NOT_MEASURED,
      percentCell(figures.eer),
      areaCell(figures.auc),
      percentCell(figures.bpcerAtApcer1),
      percentCell(figures.bpcerAtApcer5),
      percentCell(figures.bpcerAtApcer10),
      attackEnvironments,
      bonaFideFrom === 'all' ? html`${bonaFideAttempts} <small>other rooms</small>` : bonaFideAttempts,
    ]),
  });
  return html`${table}<p class="note">EER, AUC and BPCER at a given APCER compare a species with the genuine attempts of the environments in which it was tested. A species that is not listed was not tested.</p>`;
}
