import type { CheckOutcome, DecodedFrame, Engine, Insufficient, Judged } from '@vivant/engine/check';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { VideoPicture } from '../video-picture.ts';

/** What was found in a video. */
export type VideoJudgement =
  | {
      readonly kind: 'judged';
      readonly verdict: Judged['verdict'];
      /** From the mean log-odds of the runs, 0..1. */
      readonly realScore: number;
      /** Runs of consecutive frames that could be judged, in order. */
      readonly runs: readonly Judged[];
    }
  /** No run showed enough of one face; `best` is the one that came closest. */
  | { readonly kind: 'insufficient'; readonly best: Insufficient };

/** After this many judged runs more of the same video adds little. */
const RUNS_MAX = 3;

/**
 * Judges the first runs of consecutive frames that show a usable face.
 * @param framesRequired length of a run; what is left at the end is judged only when nothing else could be
 */
export async function judgeVideo(
  pictures: AsyncIterable<VideoPicture>,
  { engine, modelId, framesRequired }: { engine: Engine; modelId: string; framesRequired: number },
): Promise<VideoJudgement> {
  const runs: Judged[] = [];
  let best: Insufficient | undefined;
  const take = (outcome: CheckOutcome) => {
    if (outcome.kind === 'judged') runs.push(outcome);
    if (outcome.kind === 'insufficient' && outcome.framesUsable >= (best?.framesUsable ?? 0)) best = outcome;
  };
  let frames: DecodedFrame[] = [];
  for await (const { index, timestampMs, width, height, data } of pictures) {
    frames.push({ index, timestampMs, image: { width, height, data } });
    if (frames.length < framesRequired) continue;
    take(await engine.check({ modelId, frames }));
    frames = [];
    if (runs.length === RUNS_MAX) break;
  }
  if (runs.length === 0 && frames.length > 0) take(await engine.check({ modelId, frames }));
  if (runs.length > 0) return summarize(runs);
  return { kind: 'insufficient', best: best ?? noFrames(framesRequired) };
}

function summarize(runs: readonly Judged[]): VideoJudgement {
  const logOdds = runs.map(({ realScore }) => Math.log(realScore) - Math.log1p(-realScore));
  const mean = logOdds.reduce((a, b) => a + b, 0) / logOdds.length;
  const realScore = runs.length === 1 ? runs[0]!.realScore : 1 / (1 + Math.exp(-mean));
  return { kind: 'judged', verdict: realScore >= OPERATING_THRESHOLD ? 'live' : 'fake', realScore, runs };
}

function noFrames(framesRequired: number): Insufficient {
  return { kind: 'insufficient', framesRequired, framesReceived: 0, framesUsable: 0, rejections: {} };
}
