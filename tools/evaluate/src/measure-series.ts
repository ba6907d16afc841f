import type { Engine } from '@vivant/engine/check';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { CapturePlan } from './dataset/captures.ts';
import { type ReadOptions, readAttempts } from './dataset/read-attempts.ts';
import { judgeAttempts } from './judge.ts';
import type { BootstrapOptions } from './metrics/bootstrap.ts';
import type { SeriesReport } from './report/report.ts';
import { summarizeSeries } from './report/summarize-series.ts';

/** One series to measure: which captures, in attempts of how many frames, by which model. */
export interface SeriesPlan extends CapturePlan {
  readonly modelId: string;
  readonly attempts: SeriesReport['attempts'];
  readonly framesPerAttempt: number;
}

/** How far a series is: `done` of `total` captures are read. */
export interface MeasuringProgress {
  readonly modelId: string;
  readonly done: number;
  readonly total: number;
}

export interface MeasuringTools {
  readonly workers: number;
  readonly readVideo: ReadOptions['readVideo'];
  readonly signal: AbortSignal;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly onProgress: (progress: MeasuringProgress) => void;
}

interface SeriesContext extends MeasuringTools {
  readonly engine: Engine;
  /** Folder of the data set. */
  readonly dir: string;
  readonly bootstrap: BootstrapOptions;
}

export interface MeasuredSeries {
  /** Null when the captures gave no attempt. */
  readonly series: SeriesReport | null;
  /** Frames of each capture that was too short, those known only after reading included. */
  readonly tooShort: readonly number[];
}

/** Judges the captures of a series and computes its figures. */
export async function measureSeries(plan: SeriesPlan, context: SeriesContext): Promise<MeasuredSeries> {
  const { modelId, captures, framesPerAttempt } = plan;
  const { engine, workers, signal, now } = context;
  const tooShort = [...plan.tooShort];
  let done = 0;
  const attempts = readAttempts(captures, {
    dir: context.dir,
    framesPerAttempt,
    readVideo: context.readVideo,
    onCaptureRead(frames) {
      done += 1;
      if (frames < framesPerAttempt) tooShort.push(frames);
      context.onProgress({ modelId, done, total: captures.length });
    },
  });
  const results = await judgeAttempts(attempts, { engine, modelId, inFlight: workers, signal, now });
  if (results.length === 0) return { series: null, tooShort };
  const series = summarizeSeries(results, {
    attempts: plan.attempts,
    framesPerAttempt,
    capturesTooShort: tooShort.length,
    threshold: OPERATING_THRESHOLD,
    bootstrap: context.bootstrap,
    workers,
  });
  return { series, tooShort };
}
