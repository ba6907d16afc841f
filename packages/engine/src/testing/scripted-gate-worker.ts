import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { GatePassage } from '../frame-gate.ts';
import type {
  GateWorkerStartData,
  MessageFromGateWorker,
  MessageToGateWorker,
} from '../inference/gate-messages.ts';

/** What the scripted gate worker does with a frame; sent as the text of its picture. */
export type GateWorkerScript =
  /** Passes it: two bytes, the number of the thread and the streams that ended on it. */
  | 'pass'
  /** Reports an error. */
  | 'fail'
  /** Ends the thread. */
  | 'crash'
  /** Never answers any more. */
  | 'hang';

/** A gate thread that follows a script instead of running nets; a detector path of `missing` lets it end while loading. */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  const send = (message: MessageFromGateWorker) => port.postMessage(message);
  if ((workerData as GateWorkerStartData).netPaths['face-detector'] === 'missing') process.exit(1);
  let forgotten = 0;
  let hangs = false;
  port.on('message', (message: MessageToGateWorker) => {
    if (message.kind === 'stop') return hangs ? undefined : process.exit(0);
    if (message.kind === 'forget') {
      forgotten++;
      return;
    }
    if (hangs) return;
    switch (new TextDecoder().decode(message.request.image.data) as GateWorkerScript) {
      case 'pass':
        return send({ kind: 'done', passage: passageOf(forgotten) });
      case 'fail':
        return send({ kind: 'failed', message: 'scripted failure' });
      case 'crash':
        return process.exit(1);
      case 'hang':
        hangs = true;
    }
  });
  send({ kind: 'ready' });
}

function passageOf(forgotten: number): GatePassage {
  return { kind: 'passed', format: 'png', data: Uint8Array.of(threadId % 256, forgotten) };
}

serve();
