/** A camera that delivers nothing for so long is off, whatever its owner says. */
const SILENCE_MS = 2000;

/** A change of a camera's state. */
export type CameraChange = 'on' | 'off' | undefined;

/**
 * Whether a camera is on: its owner says so and frames come. A browser goes on sending black frames of a camera that
 * was switched off, and stops sending without a word when its track is taken away.
 */
export class CameraPresence {
  #said: boolean;
  #frameAtMs: number | undefined;
  #on = false;

  constructor(said: boolean) {
    this.#said = said;
  }

  get on(): boolean {
    return this.#on;
  }

  /** The owner said that the camera is on or off. Frames from before count no more. */
  say(on: boolean): CameraChange {
    if (on !== this.#said) this.#frameAtMs = undefined;
    this.#said = on;
    return on ? undefined : this.#become(false);
  }

  /** A frame came at that time. */
  frame(nowMs: number): CameraChange {
    this.#frameAtMs = nowMs;
    return this.#said ? this.#become(true) : undefined;
  }

  /** Time passed. */
  tick(nowMs: number): CameraChange {
    const silent = this.#frameAtMs === undefined || nowMs - this.#frameAtMs >= SILENCE_MS;
    return silent ? this.#become(false) : undefined;
  }

  #become(on: boolean): CameraChange {
    if (on === this.#on) return undefined;
    this.#on = on;
    return on ? 'on' : 'off';
  }
}
