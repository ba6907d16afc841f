import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SPLITS, type Split } from './dataset/manifest-row.ts';

export const USAGE = `Measures models on a folder of labelled captures and writes report.json and report.html.

Usage: npm run evaluate -- --data DIR --model ID... [options]

  --data DIR      folder with a manifest.csv and the captures it names
  --model ID...   models to measure: several after one --model, or the option repeated
  --split NAME    side of the split to measure: ${SPLITS.join(' or ')} (default dev)
  --out DIR       where the report goes (default: evaluation/ in the data directory of the service)
  --models DIR    folder of the model files (default: the models of this repository)
  --workers N     inference workers (default: number of cores)
  --seed N        seed of the bootstrap (default 1)
  --help          print this text

manifest.csv needs the columns path, label (bona_fide | attack), species, environment, subject, sequence, index,
timestamp_ms and split (train | dev); others are allowed. Frames of a sequence are cut into attempts of as many
frames as the model needs; stills are measured apart. The figures are a self-test, not a certification.

Exit codes: 0 measured, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C.
`;

/** What the command line asks for. */
export interface EvaluateArguments {
  readonly dataDir: string;
  readonly modelIds: readonly string[];
  readonly split: Split;
  readonly outDir: string | null;
  readonly modelsDir: string | null;
  readonly workers: number | null;
  readonly seed: number;
}

/** The command line is wrong; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  data: { type: 'string' },
  model: { type: 'string', multiple: true },
  split: { type: 'string', default: 'dev' },
  out: { type: 'string' },
  models: { type: 'string' },
  workers: { type: 'string' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the arguments (without node and the script). @throws UsageError */
export function parseArguments(argv: readonly string[]): EvaluateArguments | 'help' {
  const { values, positionals } = readOptions({ args: [...argv], options: OPTIONS, allowPositionals: true });
  if (values.help === true) return 'help';
  if (!values.data) throw new UsageError('--data DIR is missing');
  const modelIds = [...new Set([...(values.model ?? []), ...positionals])];
  if (modelIds.length === 0) throw new UsageError('--model ID is missing');
  return {
    dataDir: values.data,
    modelIds,
    split: parseSplit(values.split),
    outDir: values.out ?? null,
    modelsDir: values.models ?? null,
    workers: values.workers === undefined ? null : parseCount('--workers', values.workers, 1, 256),
    seed: parseCount('--seed', values.seed, 0, 2 ** 32 - 1),
  };
}

/** As `parseArgs`. @throws UsageError */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function parseSplit(value: string): Split {
  const split = SPLITS.find((known) => known === value);
  if (!split) throw new UsageError(`--split is ${SPLITS.join(' or ')}`);
  return split;
}

function parseCount(option: string, value: string, min: number, max: number): number {
  const count = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(count >= min && count <= max))
    throw new UsageError(`${option} is a whole number from ${min} to ${max}`);
  return count;
}
