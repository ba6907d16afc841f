import { Worker } from 'node:worker_threads';
import type { PendingCheck } from './check-queue.ts';
import type { MessageFromWorker, MessageToWorker, WorkerStartData } from './messages.ts';

/** What a worker tells the pool. */
export interface WorkerEvents {
  /** Nets are loaded, or a check is finished: the worker has nothing to do. */
  onIdle(worker: InferenceWorker): void;
  /** The thread is gone; `unfinished` is the check it died on, `cause` the error it did not catch. */
  onExit(worker: InferenceWorker, unfinished: PendingCheck | undefined, cause: Error | undefined): void;
}

/** How long a thread may take to end by itself. */
const STOP_MS_MAX = 2_000;

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
    this.#send({ kind: 'check', id: check.id, request: check.request });
  }

  /**
   * Ends the thread; the check it is busy with is reported as unfinished. A thread that is ended while a net runs takes the
   * whole process with it, so it is asked to end between two frames, and ended only when it does not.
   */
  async stop(): Promise<void> {
    const exited = new Promise<void>((resolve) => {
      this.#thread.once('exit', () => resolve());
    });
    this.#send({ kind: 'stop' });
    const timer = setTimeout(() => void this.#thread.terminate(), STOP_MS_MAX);
    await exited;
    clearTimeout(timer);
  }

  #send(message: MessageToWorker): void {
    this.#thread.postMessage(message);
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
