import { createRequire } from 'node:module';
import {
  type CheckOutcome,
  type CheckRequest,
  type Engine,
  EngineBusyError,
  EngineStoppedError,
  type Frame,
  WorkerCrashedError,
} from './check.ts';
import { CheckQueue, type PendingCheck } from './inference/check-queue.ts';
import { InferenceWorker } from './inference/inference-worker.ts';
import type { Model } from './models.ts';
import type { NetPaths } from './nets/nets.ts';

/** How to run the pool of inference workers. */
export interface EnginePoolOptions {
  readonly netPaths: NetPaths;
  readonly models: readonly Model[];
  /** Worker threads; one ONNX thread each, so not more than cores. */
  readonly workers: number;
  /** Checks that may wait for a worker. Default 64. */
  readonly queueLengthMax?: number;
  /** Encoded bytes that may wait. Default 256 MiB. */
  readonly queueBytesMax?: number;
  /** A check running longer is ended as if its worker had crashed. Default 120 s. */
  readonly checkTimeoutMs?: number;
  /** Told when a worker died, for the log; there is no error when it was ended because a check hung. */
  readonly onWorkerLost?: (cause: Error | undefined) => void;
  /** Script of the worker threads; tests of the pool's own behaviour bring a scripted one. */
  readonly workerFile?: string;
}

const QUEUE_LENGTH_MAX = 64;
const QUEUE_BYTES_MAX = 256 * 1024 * 1024;
const CHECK_TIMEOUT_MS = 120_000;
/** One retry: a second death on the same check means the check is the cause. */
const CRASHES_MAX = 2;
/** Pause before replacing a worker that died while loading, so that a broken installation does not spin. */
const RELOAD_DELAY_MS = 1_000;

/** Resolved as a package path, so that it is the built script even when this file runs from source. */
const WORKER_FILE = createRequire(import.meta.url).resolve('@vivant/engine/inference/worker');

/** Creates the engine: worker threads behind a bounded queue. */
export function createEngine(options: EnginePoolOptions): Engine {
  return new EnginePool(options);
}

class EnginePool implements Engine {
  readonly #options: EnginePoolOptions;
  readonly #queue: CheckQueue;
  readonly #workers = new Set<InferenceWorker>();
  readonly #waitingForLoad: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #state: 'new' | 'running' | 'stopped' = 'new';
  #nextId = 1;
  #hasLoaded = false;

  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#queue = new CheckQueue({
      lengthMax: options.queueLengthMax ?? QUEUE_LENGTH_MAX,
      bytesMax: options.queueBytesMax ?? QUEUE_BYTES_MAX,
    });
  }

  get ready(): boolean {
    return this.#state === 'running' && [...this.#workers].some((worker) => worker.isLoaded);
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  async start(): Promise<void> {
    if (this.#state !== 'new') throw new EngineStoppedError('an engine starts once');
    this.#state = 'running';
    const loaded = new Promise<void>((resolve, reject) => this.#waitingForLoad.push({ resolve, reject }));
    for (let i = 0; i < this.#options.workers; i++) this.#addWorker();
    await loaded;
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#state = 'stopped';
    for (const check of this.#queue.drain()) check.reject(new EngineStoppedError('the engine stopped'));
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }

  check(request: CheckRequest, signal?: AbortSignal): Promise<CheckOutcome> {
    let abandon = () => {};
    const judged = new Promise<CheckOutcome>((resolve, reject) => {
      if (this.#state !== 'running') return reject(new EngineStoppedError('the engine is not running'));
      if (signal?.aborted) return reject(signal.reason);
      const bytes = request.frames.reduce((sum, frame) => sum + byteLengthOf(frame), 0);
      const check: PendingCheck = { id: this.#nextId++, request, bytes, resolve, reject, crashes: 0 };
      if (!this.#queue.offer(check)) return reject(new EngineBusyError('too many checks are waiting'));
      abandon = () => {
        if (this.#queue.remove(check)) reject(signal?.reason);
      };
      signal?.addEventListener('abort', abandon, { once: true });
      this.#dispatch();
    });
    // A signal may outlive its checks by far, as that of a whole evaluation does: it must not keep their frames.
    return judged.finally(() => signal?.removeEventListener('abort', abandon));
  }

  #addWorker(): void {
    const file = this.#options.workerFile ?? WORKER_FILE;
    const data = { netPaths: this.#options.netPaths, models: this.#options.models };
    this.#workers.add(
      new InferenceWorker(file, data, this.#options.checkTimeoutMs ?? CHECK_TIMEOUT_MS, {
        onIdle: () => this.#onIdle(),
        onExit: (worker, unfinished, cause) => this.#onExit(worker, unfinished, cause),
      }),
    );
  }

  #onIdle(): void {
    if (!this.#hasLoaded && [...this.#workers].every((worker) => worker.isLoaded)) {
      this.#hasLoaded = true;
      for (const waiter of this.#waitingForLoad.splice(0)) waiter.resolve();
    }
    this.#dispatch();
  }

  #onExit(worker: InferenceWorker, unfinished: PendingCheck | undefined, cause: Error | undefined): void {
    this.#workers.delete(worker);
    if (unfinished) this.#retryOrFail(unfinished);
    if (this.#state === 'stopped') return;
    this.#options.onWorkerLost?.(cause);
    if (!this.#hasLoaded) {
      for (const waiter of this.#waitingForLoad.splice(0)) {
        waiter.reject(new Error('an inference worker could not load its nets', { cause }));
      }
      return;
    }
    if (unfinished) this.#addWorker();
    else setTimeout(() => this.#state === 'running' && this.#addWorker(), RELOAD_DELAY_MS).unref();
  }

  #retryOrFail(check: PendingCheck): void {
    check.crashes++;
    if (this.#state === 'stopped') check.reject(new EngineStoppedError('the engine stopped'));
    else if (check.crashes >= CRASHES_MAX) {
      check.reject(new WorkerCrashedError('two inference workers ended while judging this check'));
    } else this.#queue.putBack(check);
  }

  #dispatch(): void {
    for (const worker of this.#workers) {
      if (!worker.isIdle) continue;
      const check = this.#queue.take();
      if (!check) return;
      worker.run(check);
    }
  }
}

function byteLengthOf(frame: Frame): number {
  return 'bytes' in frame ? frame.bytes.byteLength : frame.image.data.byteLength;
}
