import { createHold } from '@vivant/engine/testing/hold';
import type { FrameJudge, Judgement, JudgeRequest } from '../frame-judge.ts';

/** What a scripted judge answers: a judgement, an error to reject with, or a function of the request. */
export type JudgeScript = Judgement | Error | ((request: JudgeRequest) => Judgement | Error);

/** A {@link FrameJudge} whose answers and timing a test decides. */
export interface ScriptedJudge extends FrameJudge {
  /** Every request, in order. */
  readonly requests: readonly JudgeRequest[];
  /** Sets the answer to the requests that come from now on. */
  script(script: JudgeScript): void;
  /** Makes requests that come from now on wait; the returned function answers them, and later ones. */
  hold(): () => void;
}

/** A judgement of these frames; `realScore` 0.93, hence live, unless told otherwise. */
export function judgement(realScore = 0.93, framesProcessed = 10): Judgement {
  const verdict = realScore >= 0.65 ? 'live' : 'fake';
  const score = realScore * 100;
  return { verdict, score, realScore, confidence: realScore, framesProcessed, processingMs: 50 };
}

/** Creates a judge that answers {@link judgement} until scripted otherwise. */
export function createScriptedJudge(): ScriptedJudge {
  const requests: JudgeRequest[] = [];
  let script: JudgeScript = ({ frames }) => judgement(0.93, frames.length);
  const hold = createHold();
  return {
    requests,
    async judge(request) {
      const answer = script;
      requests.push(request);
      const aborted = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error), {
          once: true,
        });
      });
      await Promise.race([hold.passed, aborted]);
      const outcome = typeof answer === 'function' ? answer(request) : answer;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    script: (next) => {
      script = next;
    },
    hold: hold.hold,
  };
}
