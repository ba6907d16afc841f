/** Frames come a little early or late; this share of the interval is forgiven. */
const EARLY_SHARE = 0.25;

/**
 * Picks consecutive frames of a camera at about a rate. A frame that does not come after the one before is dropped, so
 * that timestamps always increase.
 */
export class FramePacer {
  readonly #intervalMs: number;
  #dueMs = Number.NEGATIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @param fps every frame when absent */
  constructor(fps: number | undefined) {
    this.#intervalMs = fps === undefined ? 0 : 1000 / fps;
  }

  /** Whether to take the frame of that time. */
  takes(timestampMs: number): boolean {
    if (timestampMs <= this.#lastMs) return false;
    if (timestampMs < this.#dueMs - EARLY_SHARE * this.#intervalMs) return false;
    this.#lastMs = timestampMs;
    // From the time that was due, so that the rate holds in the mean, but without making up for a pause.
    const pause = timestampMs - this.#dueMs > this.#intervalMs;
    this.#dueMs = (pause ? timestampMs : this.#dueMs) + this.#intervalMs;
    return true;
  }
}
