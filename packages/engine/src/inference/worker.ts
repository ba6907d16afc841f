import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckRequest } from '../check.ts';
import { createAnalyser } from '../pipeline/analyser.ts';
import type { MessageFromWorker, MessageToWorker, WorkerStartData } from './messages.ts';

/** Entry point of an inference thread: loads the nets, then judges one check at a time. */
async function serve(): Promise<void> {
  const { netPaths, models } = workerData as WorkerStartData;
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  // Linux keeps a priority for each thread: with every core busy judging, the event loop must still get its turn at once.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const analyser = await createAnalyser(netPaths, models);
  const send = (message: MessageFromWorker) => port.postMessage(message);
  const stop = new AbortController();
  let last = Promise.resolve();

  async function judge(id: number, request: CheckRequest): Promise<void> {
    try {
      send({ kind: 'done', id, outcome: await analyser.analyse(request, stop.signal) });
    } catch (error) {
      if (stop.signal.aborted) return;
      // The message names the cause, never the picture: analysis errors carry no pixels.
      send({ kind: 'failed', id, message: error instanceof Error ? error.message : 'analysis failed' });
    }
  }

  port.on('message', (message: MessageToWorker) => {
    if (message.kind === 'check') {
      last = judge(message.id, message.request);
      return;
    }
    stop.abort();
    void last.then(() => process.exit(0));
  });
  send({ kind: 'ready' });
}

await serve();
