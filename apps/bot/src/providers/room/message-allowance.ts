import type { Clock } from '@vivant/service-kit/clock';

/** Setting up eight connections takes about 150 messages at once; after that hardly any are sent. */
const BURST = 400;
const PER_SECOND = 20;

/** How many messages one socket may still send: a bucket that fills by 20 a second up to 400. */
export class MessageAllowance {
  readonly #clock: Clock;
  #left = BURST;
  #countedAtMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedAtMs = clock.monotonicMs();
  }

  /** Counts a message; false when it is one too many. */
  take(): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.#left = Math.min(BURST, this.#left + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
