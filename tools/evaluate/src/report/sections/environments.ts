import { rateCell } from '../cells.ts';
import { area, NOT_MEASURED, percent, speciesName } from '../format.ts';
import type { Html } from '../html.ts';
import type { SeriesReport } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** One row for each environment, those included where nothing could be judged: where the model fails matters most. */
export function drawEnvironments({ environments, species, failureToAcquire }: SeriesReport): Html {
  const tested = species.map((one) => one.species);
  return drawTable({
    caption: 'By environment',
    columns: [
      words('Environment'),
      numbers('People judged'),
      numbers('BPCER'),
      ...tested.map((name) => numbers(`APCER ${speciesName(name)}`)),
      numbers('EER'),
      numbers('AUC'),
      numbers('Not acquired'),
    ],
    rows: Object.entries(failureToAcquire.environments).map(([name, notAcquired]) => {
      const figures = environments.find(({ environment }) => environment === name);
      return [
        name,
        figures?.subjects ?? 0,
        rateCell(figures?.bpcer),
        ...tested.map((one) => rateCell(figures?.apcer[one])),
        figures?.eer === undefined ? NOT_MEASURED : percent(figures.eer),
        figures?.auc === undefined ? NOT_MEASURED : area(figures.auc),
        rateCell(notAcquired),
      ];
    }),
  });
}
