import { Worker } from 'node:worker_threads';
import type { PendingCheck } from './check-queue.ts';
import type { MessageFromWorker, WorkerStartData } from './messages.ts';

/** What a worker tells the pool. */
export interface WorkerEvents {
  /** Nets are loaded, or a check is finished: the worker has nothing to do. */
  onIdle(worker: InferenceWorker): void;
  /** The thread is gone; `unfinished` is the check it died on, `cause` the error it did not catch. */
  onExit(worker: InferenceWorker, unfinished: PendingCheck | undefined, cause: Error | undefined): void;
}

/** One worker thread and the single check it is busy with. */
export class InferenceWorker {
  readonly #thread: Worker;
  readonly #checkTimeoutMs: number;
  #current: PendingCheck | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLoaded = false;

  constructor(file: string, data: WorkerStartData, checkTimeoutMs: number, events: WorkerEvents) {
    this.#checkTimeoutMs = checkTimeoutMs;
    this.#thread = new Worker(file, { workerData: data });
    this.#thread.on('message', (message: MessageFromWorker) => {
      this.#receive(message);
      events.onIdle(this);
    });
    let cause: Error | undefined;
    this.#thread.on('error', (error: Error) => {
      cause = error;
    });
    this.#thread.on('exit', () => {
      const unfinished = this.#release();
      this.#isLoaded = false;
      events.onExit(this, unfinished, cause);
    });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get isIdle(): boolean {
    return this.#isLoaded && this.#current === undefined;
  }

  run(check: PendingCheck): void {
    this.#current = check;
    // A check that takes this long is stuck: ending the thread turns it into a crash, which the pool handles.
    this.#timer = setTimeout(() => void this.#thread.terminate(), this.#checkTimeoutMs);
    this.#thread.postMessage({ id: check.id, request: check.request });
  }

  async terminate(): Promise<void> {
    await this.#thread.terminate();
  }

  #receive(message: MessageFromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#isLoaded = true;
        return;
      case 'done':
        this.#release()?.resolve(message.outcome);
        return;
      case 'failed':
        this.#release()?.reject(new Error(message.message));
        return;
    }
  }

  #release(): PendingCheck | undefined {
    const check = this.#current;
    clearTimeout(this.#timer);
    this.#current = undefined;
    return check;
  }
}
