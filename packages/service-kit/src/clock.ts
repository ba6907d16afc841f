/** Tells the time; injected so that tests decide it. */
export interface Clock {
  /** The wall-clock time. */
  now(): Date;
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonicMs(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
