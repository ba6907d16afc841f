import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { GateRequest } from '../frame-gate.ts';
import { openGateNets } from '../nets/gate-nets.ts';
import { createFrameInspector } from '../pipeline/frame-inspector.ts';
import type { GateWorkerStartData, MessageFromGateWorker, MessageToGateWorker } from './gate-messages.ts';

/** Entry point of a gate thread: loads the nets, then inspects one frame after the other. */
async function serve(): Promise<void> {
  const { netPaths } = workerData as GateWorkerStartData;
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  // As the inference threads: the event loop must get its turn at once when every core is busy.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const inspector = createFrameInspector(await openGateNets(netPaths));
  const send = (message: MessageFromGateWorker) => port.postMessage(message);

  async function pass(request: GateRequest): Promise<void> {
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

  // The nets' buffers take one frame at a time.
  let last = Promise.resolve();
  port.on('message', (message: MessageToGateWorker) => {
    last = last.then(() =>
      message.kind === 'pass' ? pass(message.request) : inspector.forget(message.streamId),
    );
  });
  send({ kind: 'ready' });
}

await serve();
