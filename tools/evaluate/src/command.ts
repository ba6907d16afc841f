import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadModels, type Model, ModelFileError } from '@vivant/engine/models';
import { WeightsError } from '@vivant/weights/weights-error';
import { type EvaluateArguments, parseArguments, USAGE, UsageError } from './arguments.ts';
import type { EvaluateConfig } from './config.ts';
import { DatasetError, readDataset } from './dataset/dataset.ts';
import { ManifestError } from './dataset/manifest-error.ts';
import { DatasetFileError } from './dataset/read-attempts.ts';
import { createProgress, type ProgressStream } from './progress.ts';
import { summaryText } from './report/summary-text.ts';
import { writeReport } from './report/write-report.ts';
import { type EvaluationTools, evaluate } from './run.ts';

/** What the command works with; the process in main.ts, its own in tests. */
export interface CommandTools extends Omit<EvaluationTools, 'workers' | 'onProgress'> {
  readonly config: EvaluateConfig;
  /** Folder of the repository's model files. */
  readonly modelsDir: string;
  readonly cores: number;
  readonly output: ProgressStream;
  readonly errors: ProgressStream;
}

/** Exit codes; 130 is what shells report after Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Failures whose message alone tells the user what to do. */
const EXPECTED = [DatasetError, DatasetFileError, ManifestError, ModelFileError, WeightsError];

/** Runs the command with its arguments (without node and the script). */
export async function runEvaluateCommand(argv: readonly string[], tools: CommandTools): Promise<ExitCode> {
  const { output, errors, signal } = tools;
  try {
    const args = parseArguments(argv);
    if (args === 'help') {
      output.write(USAGE);
      return 0;
    }
    return await measure(args, tools);
  } catch (error) {
    if (signal.aborted) {
      errors.write('Stopped; no report was written.\n');
      return 130;
    }
    if (error instanceof UsageError) {
      errors.write(`${error.message}\n--help lists the options.\n`);
      return 2;
    }
    if (!isExpected(error)) throw error;
    errors.write(`${messagesOf(error).join(': ')}\n`);
    return 1;
  }
}

async function measure(args: EvaluateArguments, tools: CommandTools): Promise<ExitCode> {
  const models = pickModels(args.modelIds, await loadModels(args.modelsDir ?? tools.modelsDir));
  const dataset = await readDataset(args.dataDir);
  const outDir = resolve(args.outDir ?? join(tools.config.reportsDir, `${dataset.name}-${args.split}`));
  // Before hours of judging, not after them: a folder that cannot be written.
  await mkdir(outDir, { recursive: true });
  const progress = createProgress(tools.errors, tools.now);
  const request = { dataset, split: args.split, models, seed: args.seed };
  const report = await evaluate(request, {
    ...tools,
    workers: args.workers ?? tools.cores,
    createEngine(variants, workers) {
      progress.show('Preparing the nets');
      return tools.createEngine(variants, workers);
    },
    onProgress({ modelId, done, total }) {
      progress.show(`${modelId}: ${done} of ${total} captures (${Math.floor((100 * done) / total)} %)`);
    },
  }).finally(() => progress.clear());
  if (report.models.every(({ series }) => series.length === 0)) {
    tools.errors.write(`The ${args.split} split of ${dataset.name} holds no attempt for these models.\n`);
    return 1;
  }
  const paths = await writeReport(report, outDir);
  tools.output.write(`${summaryText(report)}\n\n${paths.html}\n${paths.json}\n`);
  return 0;
}

/** The named models in the order asked for. @throws UsageError naming the known ones */
function pickModels(ids: readonly string[], known: readonly Model[]): readonly Model[] {
  return ids.map((id) => {
    const model = known.find(({ manifest }) => manifest.id === id);
    if (model) return model;
    const names = known.map(({ manifest }) => manifest.id).join(', ') || 'none';
    throw new UsageError(`unknown model ${id}; known models: ${names}`);
  });
}

/** Besides our own errors, those of the file system speak for themselves. */
function isExpected(error: unknown): error is Error {
  if (EXPECTED.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && 'syscall' in error;
}

function messagesOf(error: Error): readonly string[] {
  return error.cause instanceof Error ? [error.message, ...messagesOf(error.cause)] : [error.message];
}
