import { readOptions, UsageError } from '@vivant/evaluate/arguments';

export const USAGE = `Fits the fusion models anew on a folder of labelled captures, and writes coefficients, calibrations, figures and
model cards into the folder of the models.

Usage: npm run train -- --data DIR [options]

  --data DIR        folder with a manifest.csv and the captures it names
  --models DIR      folder of the model files, read and written (default: the models of this repository)
  --recipe ID       fit only this fusion; may be repeated (default: all)
  --variations N    altered copies of every training frame (default 4)
  --seed N          seed of the alterations (default 1)
  --cache DIR       keep what was read of each environment there: a run that is cut off goes on where it stopped
                    (empty it after a change of the signals)
  --dry-run         print the figures, write nothing
  --help            print this text

An attack that the data do not hold cannot be learnt: what was fitted for it before stays.
What is measured is a fit of the train split; what is written has then learnt the captures of the dev split, too.
The same data, seed and version give the same numbers. Up to half an hour for 2,700 frames on two cores.

Exit codes: 0 trained, 1 failed, 2 wrong usage.
`;

/** What the command line asks for. */
export interface TrainArguments {
  readonly dataDir: string;
  readonly modelsDir: string | null;
  /** Empty: all. */
  readonly recipes: readonly string[];
  readonly variations: number;
  readonly seed: number;
  readonly cacheDir: string | null;
  readonly isDryRun: boolean;
}

const OPTIONS = {
  data: { type: 'string' },
  models: { type: 'string' },
  recipe: { type: 'string', multiple: true },
  variations: { type: 'string', default: '4' },
  seed: { type: 'string', default: '1' },
  cache: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the arguments (without node and the script). @throws UsageError */
export function parseArguments(argv: readonly string[]): TrainArguments | 'help' {
  const { values } = readOptions({ args: [...argv], options: OPTIONS });
  if (values.help === true) return 'help';
  if (!values.data) throw new UsageError('--data DIR is missing');
  return {
    dataDir: values.data,
    modelsDir: values.models ?? null,
    recipes: values.recipe ?? [],
    variations: wholeNumber('variations', values.variations),
    seed: wholeNumber('seed', values.seed),
    cacheDir: values.cache ?? null,
    isDryRun: values['dry-run'],
  };
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} is not a whole number: ${value}`);
  return Number(value);
}
