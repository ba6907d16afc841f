import type { BotEvent, StoredBotEvent } from '@vivant/contract/bot-event';
import type { Clock } from '@vivant/service-kit/clock';
import { EVENTS_MAX, type Following } from './event-log.ts';

/** The last events of one session, in memory, and who follows them. */
export interface SessionEvents {
  readonly lastId: number;
  append(event: BotEvent): StoredBotEvent;
  /** As of the event log, at once. */
  follow(afterId: number, tell: (event: StoredBotEvent) => void): Following | undefined;
}

/** Keeps the events of one session from the id after `startId` on. */
export function createSessionEvents(clock: Clock, startId = 0): SessionEvents {
  const events: StoredBotEvent[] = [];
  const followers = new Set<(event: StoredBotEvent) => void>();
  let lastId = startId;

  return {
    get lastId() {
      return lastId;
    },
    append(event) {
      lastId += 1;
      const stored: StoredBotEvent = { ...event, id: lastId, timestamp: clock.now().toISOString() };
      events.push(stored);
      // In bulk: shifting the array with each event would cost more than the event.
      if (events.length > EVENTS_MAX + EVENTS_MAX / 4) events.splice(0, events.length - EVENTS_MAX);
      for (const tell of followers) tell(stored);
      return stored;
    },
    follow(afterId, tell) {
      const firstId = lastId - events.length + 1;
      if (afterId < firstId - 1) return undefined;
      for (const event of events.slice(Math.max(0, afterId - firstId + 1))) tell(event);
      // A function of its own: the same one may follow twice.
      const follower = (event: StoredBotEvent) => tell(event);
      followers.add(follower);
      return { close: () => void followers.delete(follower) };
    },
  };
}
