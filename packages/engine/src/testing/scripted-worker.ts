import { parentPort } from 'node:worker_threads';
import type { CheckOutcome, CheckRequest } from '../check.ts';
import type { MessageFromWorker, MessageToWorker } from '../inference/messages.ts';

/** What the scripted worker does with a check; sent as its model id. */
export type WorkerScript =
  /** Judges it at once. */
  | 'judge'
  /** Reports an error. */
  | 'fail'
  /** Ends the thread. */
  | 'crash'
  /** Ends the thread while the first byte of the first frame is 0, and sets it: frames in shared memory crash once. */
  | 'crash-once'
  /** Never answers and never yields. */
  | 'hang'
  /** Judges it as soon as the first byte of the first frame, in shared memory, is not 0. */
  | 'wait';

/** A worker thread that follows a script instead of running nets. */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  const send = (message: MessageFromWorker) => port.postMessage(message);
  port.on('message', (message: MessageToWorker) => {
    if (message.kind === 'stop') process.exit(0);
    const { id, request } = message;
    switch (request.modelId as WorkerScript) {
      case 'judge':
        return send({ kind: 'done', id, outcome: judged(request) });
      case 'fail':
        return send({ kind: 'failed', id, message: 'scripted failure' });
      case 'crash':
        return process.exit(1);
      case 'crash-once':
        if (flagOf(request)[0] !== 0) return send({ kind: 'done', id, outcome: judged(request) });
        flagOf(request)[0] = 1;
        return process.exit(1);
      case 'hang':
        for (;;) flagOf(request);
      case 'wait':
        while (flagOf(request)[0] === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        return send({ kind: 'done', id, outcome: judged(request) });
    }
  });
  send({ kind: 'ready' });
}

function flagOf(request: CheckRequest): Uint8Array {
  const frame = request.frames[0];
  return frame && 'image' in frame ? frame.image.data : new Uint8Array(1);
}

function judged(request: CheckRequest): CheckOutcome {
  const frames = request.frames.length;
  return {
    kind: 'judged',
    verdict: 'live',
    realScore: 0.9,
    framesProcessed: frames,
    faceShare: 0.33,
    diagnostics: {
      framesReceived: frames,
      framesUsable: frames,
      framesScored: frames,
      rejections: {},
      signals: {},
      reasons: [],
    },
  };
}

serve();
