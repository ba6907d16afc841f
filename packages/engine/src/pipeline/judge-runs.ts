import {
  type CheckOutcome,
  type DecodedFrame,
  type Diagnostics,
  type Engine,
  type Insufficient,
  type Judged,
  type RejectionCounts,
  type Verdict,
} from '../check.ts';
import { verdictOf } from '../fusion/calibrate.ts';
import type { Raster } from '../image/raster.ts';
import { logit, sigmoid } from '../numeric/logistic.ts';
import type { QualityReason } from '../quality/reasons.ts';

/** A frame as a video gives it. */
export interface VideoPicture extends Raster {
  /** Counted from 0. */
  readonly index: number;
  readonly timestampMs: number;
}

/** What was found in a video. */
export type VideoJudgement =
  | {
      readonly kind: 'judged';
      readonly verdict: Verdict;
      /** From the mean log-odds of the runs, 0..1. */
      readonly realScore: number;
      /** Runs of consecutive frames that could be judged, in order. */
      readonly runs: readonly Judged[];
    }
  /** No run showed enough of one face; `best` is the one that came closest. */
  | { readonly kind: 'insufficient'; readonly best: Insufficient };

/** How to judge a video. */
export interface JudgeRunsOptions {
  readonly engine: Pick<Engine, 'check'>;
  readonly modelId: string;
  /** Length of a run. */
  readonly framesRequired: number;
  /** How many frames to look at, to spread the runs over them; without it they are taken from the beginning. */
  readonly frameCount?: number;
  readonly signal?: AbortSignal;
}

/** After this many judged runs more of the same video adds little. */
const RUNS_MAX = 3;

/** A run without a face costs as much as its face search; two minutes of an empty room shall not. */
const RUNS_TRIED_MAX = 60;

/**
 * Judges runs of consecutive frames, spread evenly over a video. Where a run shows no usable face, the frames that follow
 * it are tried. What is left at the end is judged only when nothing else could be.
 * @throws what the engine throws
 */
export async function judgeRuns(
  pictures: AsyncIterable<VideoPicture>,
  options: JudgeRunsOptions,
): Promise<VideoJudgement> {
  const { framesRequired, frameCount, signal } = options;
  const starts = startsOfRuns(options);
  const outcomes = new Outcomes();
  let frames: DecodedFrame[] = [];
  for await (const { index, timestampMs, width, height, data } of pictures) {
    signal?.throwIfAborted();
    if (frameCount !== undefined && index >= frameCount) break;
    if (index < (starts[outcomes.runs.length] ?? 0)) continue;
    frames.push({ index, timestampMs, image: { width, height, data } });
    if (frames.length < framesRequired) continue;
    outcomes.add(await check(frames, options));
    frames = [];
    if (outcomes.runs.length === RUNS_MAX || outcomes.tried === RUNS_TRIED_MAX) break;
  }
  if (outcomes.runs.length === 0 && frames.length > 0) outcomes.add(await check(frames, options));
  if (outcomes.runs.length > 0) return summarize(outcomes.runs);
  return { kind: 'insufficient', best: outcomes.best ?? noFrames(framesRequired) };
}

class Outcomes {
  readonly runs: Judged[] = [];
  best: Insufficient | undefined;
  tried = 0;

  add(outcome: CheckOutcome): void {
    this.tried++;
    if (outcome.kind === 'judged') this.runs.push(outcome);
    if (outcome.kind === 'insufficient' && outcome.framesUsable >= (this.best?.framesUsable ?? 0)) {
      this.best = outcome;
    }
  }
}

/** The frame from which the first, second, ... judged run may begin: at the beginning, in the middle, at the end. */
function startsOfRuns({ framesRequired, frameCount = 0 }: JudgeRunsOptions): number[] {
  const runs = Math.min(RUNS_MAX, Math.floor(frameCount / framesRequired));
  if (runs < 2) return [];
  const step = (frameCount - framesRequired) / (runs - 1);
  return Array.from({ length: runs }, (_, at) => Math.floor(at * step));
}

function check(
  frames: readonly DecodedFrame[],
  { engine, modelId, signal }: JudgeRunsOptions,
): Promise<CheckOutcome> {
  return engine.check({ modelId, frames }, signal);
}

function summarize(runs: readonly Judged[]): VideoJudgement {
  // Finite also for a score of 0 or 1, so that no single run decides alone.
  const logOdds = runs.map(({ realScore }) => logit(realScore));
  const mean = logOdds.reduce((a, b) => a + b, 0) / logOdds.length;
  const realScore = runs.length === 1 ? runs[0]!.realScore : sigmoid(mean);
  return { kind: 'judged', verdict: verdictOf(realScore), realScore, runs };
}

/** The numbers of several runs as those of one check: counts added up, signals averaged over the scored frames. */
export function mergeDiagnostics(runs: readonly Judged[]): Diagnostics {
  const all = runs.map(({ diagnostics }) => diagnostics);
  const total = (count: (one: Diagnostics) => number) => all.reduce((sum, one) => sum + count(one), 0);
  const framesScored = total((one) => one.framesScored);
  const names = new Set(all.flatMap(({ signals }) => Object.keys(signals)));
  const meanOf = (name: string) => {
    const having = all.filter(({ signals }) => signals[name] !== undefined);
    const weight = having.reduce((sum, one) => sum + one.framesScored, 0);
    return having.reduce((sum, one) => sum + one.signals[name]! * one.framesScored, 0) / (weight || 1);
  };
  return {
    framesReceived: total((one) => one.framesReceived),
    framesUsable: total((one) => one.framesUsable),
    framesScored,
    rejections: addRejections(all.map(({ rejections }) => rejections)),
    signals: Object.fromEntries([...names].map((name) => [name, meanOf(name)])),
    reasons: [...new Set(all.flatMap(({ reasons }) => reasons))],
    runs: runs.length,
  };
}

function addRejections(all: readonly RejectionCounts[]): RejectionCounts {
  const sum: RejectionCounts = {};
  for (const [reason, count] of all.flatMap((one) => Object.entries(one) as [QualityReason, number][])) {
    sum[reason] = (sum[reason] ?? 0) + count;
  }
  return sum;
}

function noFrames(framesRequired: number): Insufficient {
  return { kind: 'insufficient', framesRequired, framesReceived: 0, framesUsable: 0, rejections: {} };
}
