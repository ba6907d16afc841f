import { createRequire } from 'node:module';
import { type FrameGate, FrameGateError, type GatePassage, type GateRequest } from './frame-gate.ts';
import { GateThread } from './inference/gate-thread.ts';
import type { GateNetPaths } from './nets/gate-nets.ts';

/** How to run the workers of a frame gate. */
export interface FrameGateOptions {
  readonly netPaths: GateNetPaths;
  /** Worker threads; one ONNX thread each. A core takes about 100 frames of 640x480 a second. */
  readonly workers: number;
  /** A worker that answers nothing for so long is ended, in milliseconds. Default 20 s. */
  readonly answerMsMax?: number;
  /** Told when a worker died, for the log. */
  readonly onWorkerLost?: (cause: Error | undefined) => void;
  /** Script of the worker threads; tests of the pool's own behaviour bring a scripted one. */
  readonly workerFile?: string;
}

/** Resolved as a package path, so that it is the built script even when this file runs from source. */
const WORKER_FILE = createRequire(import.meta.url).resolve('@vivant/engine/inference/gate-worker');
/** A frame takes milliseconds, and a busy machine some more. */
const ANSWER_MS_MAX = 20_000;
/** Pause before replacing a worker that died, so that a broken one does not spin. */
const RELOAD_DELAY_MS = 500;

/** Creates a frame gate on worker threads; each stream stays with one of them. */
export function createFrameGate(options: FrameGateOptions): FrameGate {
  return new FrameGatePool(options);
}

class FrameGatePool implements FrameGate {
  readonly #options: FrameGateOptions;
  readonly #threads = new Set<GateThread>();
  readonly #streams = new Map<string, GateThread>();
  #state: 'new' | 'loading' | 'running' | 'stopped' = 'new';

  constructor(options: FrameGateOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#state !== 'new') throw new FrameGateError('a frame gate starts once');
    this.#state = 'loading';
    try {
      await Promise.all(Array.from({ length: this.#options.workers }, () => this.#addThread()));
      this.#state = 'running';
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#streams.clear();
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  async pass(request: GateRequest): Promise<GatePassage> {
    if (this.#state !== 'running') throw new FrameGateError('the frame gate is not running');
    return this.#threadOf(request.streamId).pass(request);
  }

  forget(streamId: string): void {
    this.#streams.get(streamId)?.forget(streamId);
    this.#streams.delete(streamId);
  }

  #threadOf(streamId: string): GateThread {
    const [idlest] = [...this.#threads].toSorted((a, b) => a.load - b.load);
    const thread = this.#streams.get(streamId) ?? idlest;
    if (!thread) throw new FrameGateError('the frame gate is being reloaded');
    this.#streams.set(streamId, thread);
    return thread;
  }

  /** Resolves when the thread has loaded its nets, rejects when it ends before. */
  #addThread(): Promise<void> {
    const { netPaths, workerFile = WORKER_FILE, answerMsMax = ANSWER_MS_MAX } = this.#options;
    return new Promise((resolve, reject) => {
      const thread = new GateThread(workerFile, { netPaths }, answerMsMax, {
        onReady: resolve,
        onExit: (lost, cause) => {
          reject(new FrameGateError('a worker of the frame gate could not load its nets', { cause }));
          this.#onExit(lost, cause);
        },
      });
      this.#threads.add(thread);
    });
  }

  #onExit(lost: GateThread, cause: Error | undefined): void {
    this.#threads.delete(lost);
    for (const [streamId, thread] of this.#streams) if (thread === lost) this.#streams.delete(streamId);
    if (this.#state !== 'running') return;
    this.#options.onWorkerLost?.(cause);
    setTimeout(() => {
      if (this.#state !== 'running') return;
      // A thread that cannot load tells its pool by ending, which brings the next attempt.
      this.#addThread().catch(() => undefined);
    }, RELOAD_DELAY_MS).unref();
  }
}
