import { writeFile } from 'node:fs/promises';
import {
  APCER_MAX,
  CAPTURES_MIN,
  OFFSET_MAX,
  SUBJECTS_MIN,
  type TenantCalibration,
} from '@vivant/engine/fusion/tenant-calibration';
import { loadModels, ModelFileError } from '@vivant/engine/models';
import { WeightsError } from '@vivant/weights/weights-error';
import { readOptions, UsageError } from '../arguments.ts';
import { DatasetError, readDataset } from '../dataset/dataset.ts';
import { ManifestError } from '../dataset/manifest-error.ts';
import { DatasetFileError } from '../dataset/read-attempts.ts';
import { createProgress, type ProgressStream } from '../progress.ts';
import { type CalibrationTools, calibrateTenant, NotCalibratableError } from './calibrate-tenant.ts';
import { TooFewCapturesError } from './fit-offset.ts';

const USAGE = `Fits an organization's offset and threshold from its own genuine captures, and writes them with their evidence as JSON.

Usage: npm run calibrate -- --data DIR --model ID [options]

  --data DIR      folder with a manifest.csv and the captures it names; only those labelled bona_fide are used
  --model ID      model to calibrate
  --out FILE      where the JSON goes (default: calibration.json)
  --models DIR    folder of the model files (default: the models of this repository)
  --help          print this text

It takes at least ${CAPTURES_MIN} genuine captures of ${SUBJECTS_MIN} people, as long as the model needs. The offset never exceeds ${OFFSET_MAX} log-odds,
nor does it let more than ${APCER_MAX * 100} % of the attacks of the self-test pass. Try the result on attacks of your own before you use it:
npm run admin -- set-calibration --slug SLUG --file FILE stores it for an organization.

Exit codes: 0 calibrated, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C.
`;

/** What the command works with; the process in calibrate.ts, its own in tests. */
export interface CommandTools extends Omit<CalibrationTools, 'onProgress'> {
  readonly modelsDir: string;
  readonly output: ProgressStream;
  readonly errors: ProgressStream;
}

const EXPECTED = [
  DatasetError,
  DatasetFileError,
  ManifestError,
  ModelFileError,
  WeightsError,
  NotCalibratableError,
  TooFewCapturesError,
];

/** Runs the command with its arguments (without node and the script) and returns the exit code. */
export async function runCalibrateCommand(
  argv: readonly string[],
  tools: CommandTools,
): Promise<0 | 1 | 2 | 130> {
  try {
    const args = parseArguments(argv);
    if (args === 'help') tools.output.write(USAGE);
    else await calibrate(args, tools);
    return 0;
  } catch (error) {
    if (tools.signal.aborted) return 130;
    if (error instanceof UsageError) {
      tools.errors.write(`${error.message}\n--help lists the options.\n`);
      return 2;
    }
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    tools.errors.write(`${(error as Error).message}\n`);
    return 1;
  }
}

interface CalibrateArguments {
  readonly dataDir: string;
  readonly modelId: string;
  readonly outPath: string;
  readonly modelsDir: string | undefined;
}

const OPTIONS = {
  data: { type: 'string' },
  model: { type: 'string' },
  out: { type: 'string', default: 'calibration.json' },
  models: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseArguments(argv: readonly string[]): CalibrateArguments | 'help' {
  const { values } = readOptions({ args: [...argv], options: OPTIONS });
  if (values.help) return 'help';
  if (!values.data) throw new UsageError('--data DIR is missing');
  if (!values.model) throw new UsageError('--model ID is missing');
  return { dataDir: values.data, modelId: values.model, outPath: values.out, modelsDir: values.models };
}

async function calibrate(args: CalibrateArguments, tools: CommandTools): Promise<void> {
  const models = await loadModels(args.modelsDir ?? tools.modelsDir);
  const model = models.find(({ manifest }) => manifest.id === args.modelId);
  if (!model) {
    throw new UsageError(
      `unknown model ${args.modelId}; known: ${models.map((m) => m.manifest.id).join(', ')}`,
    );
  }
  const dataset = await readDataset(args.dataDir);
  const progress = createProgress(tools.errors, tools.now);
  const file = await calibrateTenant(dataset, model, {
    ...tools,
    onProgress: ({ done, total }) => progress.show(`${done} of ${total} captures`),
  }).finally(() => progress.clear());
  await writeFile(args.outPath, `${JSON.stringify(file, null, 2)}\n`);
  tools.output.write(summaryOf(file, args.outPath));
}

function summaryOf({ offset, threshold, evidence, model }: TenantCalibration, path: string): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const limits = evidence.limitedBy.length > 0 ? ` Held back by: ${evidence.limitedBy.join(', ')}.` : '';
  return `${model}: offset ${offset.toFixed(2)} log-odds, the same as a threshold of ${threshold.toFixed(3)}.${limits}
Genuine captures called fake: ${percent(evidence.bpcerBefore)} before, ${percent(evidence.bpcerAfter)} after (${evidence.captures} of ${evidence.subjects} people).
Attacks of the self-test called live: ${percent(evidence.apcerBefore)} before, ${percent(evidence.apcerAfter)} after.
${path}
`;
}
