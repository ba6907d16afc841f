import { rateCell } from '../cells.ts';
import { area, NOT_MEASURED, percent, speciesName } from '../format.ts';
import type { Html } from '../html.ts';
import type { SeriesReport } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** One row for each environment: where the model fails matters more than the mean. */
export function drawEnvironments({ environments, species, failureToAcquire }: SeriesReport): Html {
  const tested = species.map((one) => one.species);
  return drawTable({
    caption: 'By environment',
    columns: [
      words('Environment'),
      numbers('People'),
      numbers('BPCER'),
      ...tested.map((name) => numbers(`APCER ${speciesName(name)}`)),
      numbers('EER'),
      numbers('AUC'),
      numbers('Not acquired'),
    ],
    rows: environments.map(({ environment, subjects, bpcer, apcer, eer, auc }) => [
      environment,
      subjects,
      rateCell(bpcer),
      ...tested.map((name) => rateCell(apcer[name])),
      eer === undefined ? NOT_MEASURED : percent(eer),
      auc === undefined ? NOT_MEASURED : area(auc),
      rateCell(failureToAcquire.environments[environment]),
    ]),
  });
}
