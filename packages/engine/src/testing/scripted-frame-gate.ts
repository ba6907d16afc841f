import { type FrameGate, FrameGateError, type GatePassage, type GateRequest } from '../frame-gate.ts';
import { createHold } from './hold.ts';

/** What a scripted gate says to a frame: a passage, an error to reject with, or a function of the request. */
export type GateScript = GatePassage | Error | ((request: GateRequest) => GatePassage | Error);

/** A {@link FrameGate} without nets whose answers and timing a test decides. */
export interface ScriptedFrameGate extends FrameGate {
  /** Every request, in order. */
  readonly requests: readonly GateRequest[];
  /** Streams that ended, in order. */
  readonly forgotten: readonly string[];
  /** Sets the answer to the frames that come from now on. */
  script(script: GateScript): void;
  /** Makes frames that come from now on wait; the returned function lets them, and later ones, through. */
  hold(): () => void;
}

/** Creates a gate that passes every frame as a PNG of its raw bytes until scripted otherwise. */
export function createScriptedFrameGate(): ScriptedFrameGate {
  const requests: GateRequest[] = [];
  const forgotten: string[] = [];
  let script: GateScript = ({ image }) => ({ kind: 'passed', format: 'png', data: image.data });
  const hold = createHold();
  let isStopped = false;
  return {
    requests,
    forgotten,
    start: async () => {},
    stop: async () => {
      isStopped = true;
    },
    async pass(request) {
      const answer = script;
      requests.push(request);
      await hold.passed;
      if (isStopped) throw new FrameGateError('the frame gate is not running');
      const passage = typeof answer === 'function' ? answer(request) : answer;
      if (passage instanceof Error) throw passage;
      return passage;
    },
    forget: (streamId) => void forgotten.push(streamId),
    script: (next) => {
      script = next;
    },
    hold: hold.hold,
  };
}
