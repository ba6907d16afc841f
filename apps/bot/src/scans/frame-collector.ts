import type { RejectionReason } from '@vivant/contract/rejection-reasons';
import type { FrameGate } from '@vivant/engine/frame-gate';
import type { Clock } from '@vivant/service-kit/clock';
import type { EncodedFrame } from '../checks/frame-judge.ts';
import type { CameraFrame } from '../providers/meeting-provider.ts';
import { FrameRun } from './frame-run.ts';

/** What one collection is for and who is told of it. */
export interface CollectionOptions {
  readonly gate: FrameGate;
  readonly clock: Clock;
  /** Tells the frames of this collection from those of others at the gate. */
  readonly streamId: string;
  readonly framesRequired: number;
  readonly faceGate: boolean;
  readonly bgSegmentation: boolean;
  /** The run has this many frames now; the collection is over when they are enough. */
  onProgress(frames: number): void;
  onRejected(reason: RejectionReason): void;
  /** The gate failed on a frame, which is lost. */
  onFault(error: unknown): void;
}

/** A frame that waited this long shows the past: the camera may be off by now. */
const WAIT_MS_MAX = 2_000;

/**
 * Raw RGB bytes of a run up to which its frames are kept without loss: 10 frames of 640x480 are, 30 are not. It bounds the
 * memory of a session and the size of the request.
 */
const LOSSLESS_RUN_BYTES = 16 * 1024 * 1024;

interface Waiting {
  readonly frame: CameraFrame;
  readonly arrivedMs: number;
}

/**
 * Passes the frames of one participant through the gate, one at a time, into a run. While the gate is busy only the newest
 * frame waits: a slow gate lowers the frame rate and never lets frames pile up.
 */
export class FrameCollector {
  readonly #options: CollectionOptions;
  readonly #run = new FrameRun();
  #waiting: Waiting | undefined;
  #isGating = false;
  #isOpen = true;

  constructor(options: CollectionOptions) {
    this.#options = options;
  }

  /** The frames of the run so far. */
  get frames(): readonly EncodedFrame[] {
    return this.#run.frames;
  }

  offer(frame: CameraFrame): void {
    if (!this.#isOpen) return;
    this.#waiting = { frame, arrivedMs: this.#options.clock.monotonicMs() };
    if (!this.#isGating) void this.#gateWaiting();
  }

  /** Takes no more frames and tells nothing more. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#waiting = undefined;
    this.#options.gate.forget(this.#options.streamId);
  }

  async #gateWaiting(): Promise<void> {
    this.#isGating = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      try {
        await this.#gate(next);
      } catch (error) {
        if (this.#isOpen) this.#options.onFault(error);
      }
    }
    this.#isGating = false;
  }

  #take(): CameraFrame | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) return undefined;
    return this.#options.clock.monotonicMs() - waiting.arrivedMs > WAIT_MS_MAX ? undefined : waiting.frame;
  }

  async #gate({ image, timestampMs }: CameraFrame): Promise<void> {
    const { gate, streamId, faceGate, bgSegmentation, framesRequired } = this.#options;
    const passage = await gate.pass({
      streamId,
      image,
      faceGate,
      greyBackground: bgSegmentation,
      losslessBytesMax: LOSSLESS_RUN_BYTES / framesRequired,
    });
    if (!this.#isOpen || passage.kind === 'late') return;
    if (passage.kind === 'rejected') return this.#options.onRejected(passage.reasons[0]);
    this.#run.add({ timestampMs, data: passage.data });
    const { length } = this.#run.frames;
    if (length >= framesRequired) this.close();
    this.#options.onProgress(length);
  }
}
