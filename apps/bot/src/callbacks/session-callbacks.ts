import type { ParticipantVerdict, StoredBotEvent } from '@vivant/contract/bot-event';
import type { Clock } from '@vivant/service-kit/clock';
import type { SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { botDeliveries } from './deliveries-table.ts';

/** How a session ended. */
export interface SessionEnd {
  readonly status: string;
  readonly statusReason: string | null;
  readonly endedAt: Date;
  readonly results: readonly ParticipantVerdict[];
}

/** Tells the `callbackUrl` of a session; what is told is stored first and delivered in the background. */
export interface SessionCallbacks {
  tellResult(sessionId: string, event: StoredBotEvent): Tell;
  tellEnd(sessionId: string, end: SessionEnd): Tell;
}

/** Stores what is to be told; repeating it changes nothing. */
export type Tell = (executor: SqlDatabase) => Promise<void>;

/** Writes events where the delivery worker finds them. */
export function createSessionCallbacks(clock: Clock, newId: IdGenerator): SessionCallbacks {
  function enqueue(sessionId: string, told: object): Tell {
    const at = clock.now();
    const row = {
      id: newId(),
      sessionId,
      payload: JSON.stringify(told),
      nextAttemptAt: at,
      createdAt: at,
    };
    return async (executor) => {
      await executor.insert(botDeliveries).values(row).onConflictDoNothing();
    };
  }
  return {
    tellResult: (sessionId, { type: _type, id: _id, timestamp, ...data }) =>
      enqueue(sessionId, { event: 'participant.result', session_id: sessionId, timestamp, data }),
    tellEnd: (sessionId, { endedAt, ...end }) =>
      enqueue(sessionId, {
        event: 'session.completed',
        session_id: sessionId,
        timestamp: endedAt.toISOString(),
        data: { ...end, endedAt: endedAt.toISOString() },
      }),
  };
}
