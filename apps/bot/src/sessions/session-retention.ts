import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm';
import { botDeliveries } from '../callbacks/deliveries-table.ts';
import type { Foundation } from '../foundation.ts';
import { botSessions } from './sessions-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sessions forgotten in one sweep; the next one follows within minutes. */
const FORGOTTEN_MAX = 500;

/**
 * Builds the sweep of sessions that ended long enough ago; their analyses and callbacks go with them. One whose bot has still
 * to be told to leave, or whose caller has still to be told, stays until that is done.
 */
export function createSessionRetention({
  config: { sessionRetentionDays: days },
  database: { db },
  clock,
}: Pick<Foundation, 'config' | 'database' | 'clock'>): () => Promise<void> {
  return async () => {
    if (days === undefined) return;
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    const untold = db
      .select({ id: botDeliveries.id })
      .from(botDeliveries)
      .where(and(eq(botDeliveries.sessionId, botSessions.id), eq(botDeliveries.status, 'pending')));
    const over = db
      .select({ id: botSessions.id })
      .from(botSessions)
      .where(and(lt(botSessions.endedAt, before), eq(botSessions.mustDismiss, false), notExists(untold)))
      .orderBy(asc(botSessions.endedAt))
      .limit(FORGOTTEN_MAX);
    await db.delete(botSessions).where(inArray(botSessions.id, over));
  };
}
