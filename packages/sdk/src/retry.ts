/** The first wait, in milliseconds; each one after it is up to twice as long. */
const FIRST_MS = 500;
const MOST_MS = 8000;

/** Share of a requested wait that is added at most, so that many clients do not come back in one moment. */
const SPREAD = 0.1;

/** Statuses that a later attempt may not meet again. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Statuses of refusals before anything was done. */
const UNTOUCHED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Whether an answer of this status may be another one later. */
export function isPassing(status: number): boolean {
  return PASSING_STATUSES.has(status);
}

/** Whether an answer of this status tells that nothing was done. */
export function isUntouched(status: number): boolean {
  return UNTOUCHED_STATUSES.has(status);
}

/**
 * How long to wait before the attempt after `attempt` (from 1), in milliseconds: exponential with jitter, and
 * never shorter than what the service asks for.
 * @param random a number of 0 to 1
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** (attempt - 1));
  const backoff = ceiling * (0.5 + random / 2);
  return Math.ceil(Math.max(backoff, (retryAfterMs ?? 0) * (1 + SPREAD * random)));
}

/** Reads `Retry-After`, seconds or a date, in milliseconds from `now`; undefined when absent or unreadable. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
