/** How many requests may be made in a window that begins with the first of them. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** What is left of a window after a request was counted. */
export interface RateLimitState {
  readonly allowed: boolean;
  /** Requests that still fit into the window. */
  readonly remaining: number;
  /** Milliseconds until the window ends, more than 0. */
  readonly resetAfterMs: number;
}

/** Counts requests; exact however many are counted at once. */
export interface RateLimiter {
  /**
   * Counts one request against a limit.
   *
   * @param key who requests what; the same key always comes with the same limit
   * @throws Error when the count cannot be reached: the caller must not let the request pass
   */
  take(key: string, limit: RateLimit): Promise<RateLimitState>;
}
