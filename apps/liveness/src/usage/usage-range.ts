import type { UsageQuery } from '@vivant/contract/usage';
import { ApiError } from '@vivant/service-kit/api-error';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;

/** Longest range of one answer: a leap year. */
const DAYS_MAX = 366;

/** A range of time: `from` belongs to it, `to` does not. */
export interface UsageRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Reads the range of a query. A date without a time means all of that day in UTC.
 * @throws ApiError `validation_error` when it is empty or longer than a year
 */
export function usageRange(query: Pick<UsageQuery, 'from' | 'to'>, now: Date): UsageRange {
  // The present belongs to the range: a check of this very millisecond counts.
  const to = query.to === undefined ? new Date(now.getTime() + 1) : endOf(query.to);
  const from =
    query.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(query.from);
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0) throw new ApiError('validation_error', 'from: must lie before to.');
  if (lengthMs > DAYS_MAX * DAY_MS) {
    throw new ApiError('validation_error', `from: at most ${DAYS_MAX} days before to.`);
  }
  return { from, to };
}

function endOf(text: string): Date {
  const start = new Date(text);
  return text.includes('T') ? start : new Date(start.getTime() + DAY_MS);
}
