import type { EncodedFrame } from '../checks/frame-judge.ts';

/**
 * Longest pause between two frames of one run, in milliseconds. Rejected frames are left out of a run, which keeps its
 * real timestamps; after a longer pause, motion and pulse cannot be followed across it and someone else may sit there.
 */
const PAUSE_MS_MAX = 1_500;

/** Consecutive frames of one person, as many as a check needs. */
export class FrameRun {
  #frames: EncodedFrame[] = [];

  get frames(): readonly EncodedFrame[] {
    return this.#frames;
  }

  /** Adds a frame that is later than the last one; after a pause too long, or when the clock jumped, the run begins anew. */
  add(frame: EncodedFrame): void {
    const last = this.#frames.at(-1);
    const pauseMs = last === undefined ? 0 : frame.timestampMs - last.timestampMs;
    if (Math.abs(pauseMs) > PAUSE_MS_MAX) this.#frames = [];
    else if (last !== undefined && pauseMs <= 0) return;
    this.#frames.push(frame);
  }
}
