import type { Appearance, CheckOutcome, Engine, Frame } from '@vivant/engine/check';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { AttemptLabel } from './dataset/captures.ts';
import type { Attempt } from './dataset/read-attempts.ts';

/** An attempt that the engine judged. */
export interface JudgedAttempt extends AttemptLabel {
  readonly acquired: true;
  /** Calibrated probability of bona fide, 0..1. */
  readonly score: number;
  /** What spoke most for the verdict, strongest first. */
  readonly reasons: readonly string[];
  /** Log-odds that each signal added. */
  readonly signals: Readonly<Record<string, number>>;
  readonly appearance?: Appearance;
  /** Encoded bytes a frame; absent for decoded video. */
  readonly bytesPerFrame?: number;
  readonly frames: number;
  /** From handing over the frames to the answer. */
  readonly durationMs: number;
}

/** An attempt that showed the engine too little to judge. */
export interface UnacquiredAttempt extends AttemptLabel {
  readonly acquired: false;
  /** Frames lost to each cause: a quality reason or `undecodable`. */
  readonly causes: Readonly<Record<string, number>>;
}

export type AttemptResult = JudgedAttempt | UnacquiredAttempt;

/** How to judge. */
export interface JudgeOptions {
  readonly engine: Engine;
  readonly modelId: string;
  /** Checks under way at once. No more than the engine has workers, or durations include waiting. */
  readonly inFlight: number;
  readonly signal: AbortSignal;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Judges attempts as they are read and gives the results in the order of reading. The attempts are closed, read to the
 * end or not. @throws what the engine or the reading throws, and the signal's reason
 */
export async function judgeAttempts(
  attempts: AsyncGenerator<Attempt, void, undefined>,
  options: JudgeOptions,
): Promise<readonly AttemptResult[]> {
  const results: AttemptResult[] = [];
  let position = 0;
  async function judgeUntilNoneIsLeft(): Promise<void> {
    for (;;) {
      const next = await attempts.next();
      options.signal.throwIfAborted();
      if (next.done) return;
      const at = position++;
      results[at] = await judge(next.value, options);
    }
  }
  try {
    await Promise.all(Array.from({ length: options.inFlight }, judgeUntilNoneIsLeft));
  } finally {
    await attempts.return();
  }
  return results;
}

async function judge({ label, frames }: Attempt, options: JudgeOptions): Promise<AttemptResult> {
  const { engine, modelId, signal, now } = options;
  const startedMs = now();
  const outcome = await engine.check({ modelId, frames }, signal);
  const durationMs = now() - startedMs;
  if (outcome.kind !== 'judged') return { ...label, acquired: false, causes: causesOf(outcome) };
  assertVerdict(outcome.verdict === 'live', outcome.realScore);
  return {
    ...label,
    acquired: true,
    score: outcome.realScore,
    reasons: outcome.diagnostics.reasons,
    signals: outcome.diagnostics.signals,
    ...(outcome.appearance && { appearance: outcome.appearance }),
    ...bytesOf(frames),
    frames: frames.length,
    durationMs,
  };
}

function bytesOf(frames: readonly Frame[]): Pick<JudgedAttempt, 'bytesPerFrame'> {
  const encoded = frames.flatMap((frame) => ('bytes' in frame ? frame.bytes.length : []));
  if (encoded.length === 0) return {};
  return { bytesPerFrame: encoded.reduce((a, b) => a + b, 0) / encoded.length };
}

function causesOf(outcome: Exclude<CheckOutcome, { kind: 'judged' }>): Readonly<Record<string, number>> {
  return outcome.kind === 'undecodable' ? { undecodable: 1 } : outcome.rejections;
}

/** The report's error rates count scores; they describe the service only while its verdicts follow the same rule. */
function assertVerdict(isLive: boolean, score: number): void {
  if (isLive !== score >= OPERATING_THRESHOLD) {
    throw new Error(`the engine's verdict contradicts the threshold of ${OPERATING_THRESHOLD}`);
  }
}
