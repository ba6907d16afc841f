/** Calls back later; injected so that tests decide when. */
export interface Timers {
  /** Calls once after `ms`; the returned function prevents it. */
  after(ms: number, callback: () => void): () => void;
}

/** The timers of this process. None of them keeps it alive. */
export const systemTimers: Timers = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
