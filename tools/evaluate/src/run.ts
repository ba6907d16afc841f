import type { Engine } from '@vivant/engine/check';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { Model } from '@vivant/engine/models';
import { planStills, planWindows } from './dataset/captures.ts';
import { type Dataset, rowsOf } from './dataset/dataset.ts';
import type { Split } from './dataset/manifest-row.ts';
import { type MeasuringTools, measureSeries } from './measure-series.ts';
import { type EvaluationReport, type ModelReport, REPORT_FORMAT_VERSION } from './report/report.ts';
import { stillVariant } from './still-variant.ts';

/** What to measure. */
export interface EvaluationRequest {
  readonly dataset: Dataset;
  readonly split: Split;
  readonly models: readonly Model[];
  readonly seed: number;
}

/** What the run works with. */
export interface EvaluationTools extends MeasuringTools {
  /** Makes an engine that knows the models; it is started and stopped here. */
  readonly createEngine: (models: readonly Model[], workers: number) => Promise<Engine>;
  readonly engineVersion: string;
  readonly today: () => Date;
}

/** A thousand resamples place each end of a 95 % interval to about 2 % of its width (standard error, normal case). */
const BOOTSTRAP = { resamples: 1_000, level: 0.95 };

/**
 * Judges every attempt of the split with every model, and every still with its single-frame variant, and computes the
 * figures. @throws the signal's reason when it is aborted, and what the engine or the reading of frames throws
 */
export async function evaluate(
  request: EvaluationRequest,
  tools: EvaluationTools,
): Promise<EvaluationReport> {
  const { dataset, split, models, seed } = request;
  const variants = models.flatMap((model) => [model, stillVariant(model)]);
  const engine = await tools.createEngine(variants, tools.workers);
  try {
    await engine.start();
    const reports: ModelReport[] = [];
    for (const model of models) reports.push(await measureModel(model, engine, request, tools));
    return {
      formatVersion: REPORT_FORMAT_VERSION,
      kind: 'self-test',
      createdAt: tools.today().toISOString(),
      engineVersion: tools.engineVersion,
      dataset: { name: dataset.name, version: dataset.version, split },
      threshold: OPERATING_THRESHOLD,
      bootstrap: { unit: 'environment', ...BOOTSTRAP, seed },
      models: reports,
    };
  } finally {
    await engine.stop();
  }
}

async function measureModel(
  model: Model,
  engine: Engine,
  request: EvaluationRequest,
  tools: EvaluationTools,
): Promise<ModelReport> {
  const { id, label, framesRequired } = model.manifest;
  const { dataset, split, seed } = request;
  const rows = rowsOf(dataset, split);
  const context = { ...tools, engine, dir: dataset.dir, bootstrap: { seed, ...BOOTSTRAP } };
  const windows = await measureSeries(
    {
      modelId: id,
      attempts: 'windows',
      framesPerAttempt: framesRequired,
      ...planWindows(rows, framesRequired),
    },
    context,
  );
  const stills = await measureSeries(
    {
      modelId: stillVariant(model).manifest.id,
      attempts: 'stills',
      framesPerAttempt: 1,
      ...planStills(rows),
    },
    context,
  );
  return {
    id,
    label,
    framesRequired,
    coefficientsVersion: model.coefficients.version,
    series: [windows, stills].flatMap(({ series }) => series ?? []),
    notMeasured: windows.series
      ? null
      : { cause: 'captures-too-short', framesLongest: Math.max(0, ...windows.tooShort) },
  };
}
