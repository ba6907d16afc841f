const SECOND = 1;
const MINUTE = 60;
const HOUR = 3_600;

/** Pauses after each failed attempt, in seconds (the schedule that Standard Webhooks proposes). */
const PAUSES_SECONDS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Pauses grow by up to this part, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * When to try again after `attempts` failed ones; undefined when no attempt is left.
 *
 * @param random gives a number from 0 to 1
 */
export function nextAttemptAt(attempts: number, now: Date, random: () => number): Date | undefined {
  const pauseSeconds = PAUSES_SECONDS[attempts - 1];
  if (pauseSeconds === undefined) return undefined;
  return new Date(now.getTime() + pauseSeconds * 1000 * (1 + JITTER * random()));
}
