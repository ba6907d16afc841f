import {
  type CheckOutcome,
  type CheckRequest,
  type Engine,
  EngineStoppedError,
  type Judged,
} from '../check.ts';
import { createHold } from './hold.ts';

/** What a scripted check answers: an outcome, an error to reject with, or a function of the request. */
export type Script = CheckOutcome | Error | ((request: CheckRequest) => CheckOutcome | Error);

/** An {@link Engine} without nets whose answers, timing and failures a test decides. */
export interface ScriptedEngine extends Engine {
  /** Every request that reached inference, in order. */
  readonly inferences: readonly CheckRequest[];
  /** Sets the answer of the checks that begin from now on. */
  script(script: Script): void;
  /** Makes checks that begin from now on wait; the returned function lets them, and later ones, finish. */
  hold(): () => void;
  /** Resolves once `count` checks have begun since creation. */
  begun(count: number): Promise<void>;
}

/** A judged outcome over every frame of a request; `realScore` 0.93, hence live, unless overridden. */
export function judged(request: CheckRequest, override: Partial<Judged> = {}): Judged {
  const { framesDropped = 0 } = request;
  const frames = request.frames.length;
  const realScore = override.realScore ?? 0.93;
  return {
    kind: 'judged',
    verdict: realScore >= 0.65 ? 'live' : 'fake',
    realScore,
    framesProcessed: frames,
    faceShare: 0.33,
    diagnostics: {
      framesReceived: frames + framesDropped,
      framesUsable: frames,
      framesScored: frames,
      rejections: framesDropped > 0 ? { 'no-face': framesDropped } : {},
      signals: { 'minifasnet@2.7': realScore },
      reasons: [],
    },
    ...override,
  };
}

/** Creates an engine that is ready after `start()` and answers {@link judged} until scripted otherwise. */
export function createScriptedEngine(): ScriptedEngine {
  const inferences: CheckRequest[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  let script: Script = (request) => judged(request);
  const hold = createHold();
  let ready = false;
  let endChecks: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    endChecks = reject;
  });
  stopped.catch(() => undefined);

  return {
    inferences,
    queueLength: 0,
    get ready() {
      return ready;
    },
    async start() {
      ready = true;
    },
    async stop() {
      ready = false;
      endChecks(new EngineStoppedError('The engine was stopped.'));
    },
    async check(request, signal) {
      const answer = script;
      inferences.push(request);
      for (const waiter of waiters) if (inferences.length >= waiter.count) waiter.resolve();
      await Promise.race([hold.passed, stopped]);
      signal?.throwIfAborted();
      const outcome = typeof answer === 'function' ? answer(request) : answer;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    script(next) {
      script = next;
    },
    hold: hold.hold,
    begun(count) {
      if (inferences.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiters.push({ count, resolve }));
    },
  };
}
