import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { GateRequest } from '../frame-gate.ts';
import { openGateNets } from '../nets/gate-nets.ts';
import { createFrameInspector } from '../pipeline/frame-inspector.ts';
import type { GateWorkerStartData, MessageFromGateWorker, MessageToGateWorker } from './gate-messages.ts';

/** On a machine that is too busy, looking at old frames only makes the next ones late. */
const WAIT_NS_MAX = 2_000_000_000n;

/** Entry point of a gate thread: loads the nets, then inspects one frame after the other. */
async function serve(): Promise<void> {
  const { netPaths } = workerData as GateWorkerStartData;
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  // As the inference threads: the event loop must get its turn at once when every core is busy.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const inspector = createFrameInspector(await openGateNets(netPaths));
  const send = (message: MessageFromGateWorker) => port.postMessage(message);

  let isStopping = false;

  async function pass(request: GateRequest, sentNs: bigint): Promise<void> {
    if (isStopping) return;
    if (process.hrtime.bigint() - sentNs > WAIT_NS_MAX) {
      return send({ kind: 'done', passage: { kind: 'late' } });
    }
    try {
      send({ kind: 'done', passage: await inspector.inspect(request) });
    } catch (error) {
      // The message names the cause, never the picture.
      send({
        kind: 'failed',
        message: error instanceof Error ? error.message : 'the frame could not be inspected',
      });
    }
  }

  async function take(message: MessageToGateWorker): Promise<void> {
    switch (message.kind) {
      case 'pass':
        return pass(message.request, message.sentNs);
      case 'forget':
        return inspector.forget(message.streamId);
      case 'stop':
        process.exit(0);
    }
  }

  // The nets' buffers take one frame at a time.
  let last = Promise.resolve();
  port.on('message', (message: MessageToGateWorker) => {
    isStopping ||= message.kind === 'stop';
    last = last.then(() => take(message));
  });
  send({ kind: 'ready' });
}

await serve();
