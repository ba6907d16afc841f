import { Worker } from 'node:worker_threads';
import { FrameGateError, type GatePassage, type GateRequest } from '../frame-gate.ts';
import type { GateWorkerStartData, MessageFromGateWorker, MessageToGateWorker } from './gate-messages.ts';

interface PendingFrame {
  readonly resolve: (passage: GatePassage) => void;
  readonly reject: (error: Error) => void;
}

/** What a gate thread tells its pool. */
export interface GateThreadEvents {
  onReady(): void;
  onExit(thread: GateThread, cause: Error | undefined): void;
}

/** How long a thread may take to end by itself. */
const STOP_MS_MAX = 2_000;

/** One worker thread and the frames it was given, which it answers in order. */
export class GateThread {
  readonly #thread: Worker;
  readonly #pending: PendingFrame[] = [];
  readonly #answerMsMax: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, data: GateWorkerStartData, answerMsMax: number, events: GateThreadEvents) {
    this.#answerMsMax = answerMsMax;
    this.#thread = new Worker(file, { workerData: data });
    this.#thread.on('message', (message: MessageFromGateWorker) => {
      if (message.kind === 'ready') events.onReady();
      else this.#answer(message);
    });
    let cause: Error | undefined;
    this.#thread.on('error', (error: Error) => {
      cause = error;
    });
    this.#thread.on('exit', () => {
      this.#rejectAll(new FrameGateError('the worker of the frame gate ended', { cause }));
      events.onExit(this, cause);
    });
  }

  /** Frames that wait for an answer. */
  get load(): number {
    return this.#pending.length;
  }

  pass(request: GateRequest): Promise<GatePassage> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      if (this.#pending.length === 1) this.#watch();
      this.#send({ kind: 'pass', request, sentNs: process.hrtime.bigint() });
    });
  }

  forget(streamId: string): void {
    this.#send({ kind: 'forget', streamId });
  }

  /**
   * Rejects the frames that wait and ends the thread. A thread that is ended while a net runs takes the whole process
   * with it, so it is asked to end between two frames, and ended only when it does not.
   */
  async stop(): Promise<void> {
    this.#rejectAll(new FrameGateError('the frame gate stopped'));
    const exited = new Promise<void>((resolve) => {
      this.#thread.once('exit', () => resolve());
    });
    this.#send({ kind: 'stop' });
    const timer = setTimeout(() => void this.#thread.terminate(), Math.min(STOP_MS_MAX, this.#answerMsMax));
    await exited;
    clearTimeout(timer);
  }

  #rejectAll(error: FrameGateError): void {
    clearTimeout(this.#timer);
    for (const { reject } of this.#pending.splice(0)) reject(error);
  }

  #answer(message: Exclude<MessageFromGateWorker, { kind: 'ready' }>): void {
    const frame = this.#pending.shift();
    this.#watch();
    if (message.kind === 'done') frame?.resolve(message.passage);
    else frame?.reject(new FrameGateError(message.message));
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#pending.length === 0) return;
    // A thread that is stuck: ending it turns its frames into errors, and the pool replaces it.
    this.#timer = setTimeout(() => void this.#thread.terminate(), this.#answerMsMax);
  }

  #send(message: MessageToGateWorker): void {
    this.#thread.postMessage(message);
  }
}
