import type { Attempted } from './post-event.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** What an attempt was made under. */
export interface AttemptCircumstances {
  /** Attempts including this one. */
  readonly attempts: number;
  readonly now: Date;
  readonly random: () => number;
}

/** The fields of a stored delivery that an attempt changes; one without `nextAttemptAt` is over. */
export function outcomeOf(attempted: Attempted, { attempts, now, random }: AttemptCircumstances) {
  if (attempted.kind === 'interrupted') return { attempts: attempts - 1 };
  const responseStatus = attempted.status;
  if (attempted.kind === 'delivered')
    return { status: 'delivered' as const, nextAttemptAt: null, responseStatus, error: null };
  const { error } = attempted;
  const next = attempted.kind === 'gone' ? undefined : nextAttemptAt(attempts, now, random);
  if (!next) return { status: 'failed' as const, nextAttemptAt: null, responseStatus, error };
  return { nextAttemptAt: next, responseStatus, error };
}
