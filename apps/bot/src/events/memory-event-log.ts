import type { Clock } from '@vivant/service-kit/clock';
import type { EventLog } from './event-log.ts';
import { createSessionEvents, type SessionEvents } from './session-events.ts';

/** How long the events of a finished session stay for clients that reconnect. */
const FINISHED_TTL_MS = 10 * 60 * 1000;

/** Keeps events in this process, which then has to be the only one. */
export function createMemoryEventLog(clock: Clock): EventLog {
  const sessions = new Map<string, SessionEvents>();
  /** When finished sessions may be forgotten, in order of finishing. */
  const forgetAtMs = new Map<string, number>();

  function eventsOf(sessionId: string, startId = 0): SessionEvents {
    const known = sessions.get(sessionId) ?? createSessionEvents(clock, startId);
    sessions.set(sessionId, known);
    return known;
  }

  function forgetFinished(): void {
    for (const [sessionId, atMs] of forgetAtMs) {
      if (atMs > clock.monotonicMs()) return;
      forgetAtMs.delete(sessionId);
      sessions.delete(sessionId);
    }
  }

  return {
    append: (sessionId, event) => eventsOf(sessionId).append(event),
    resume: (sessionId, afterId) => void eventsOf(sessionId, afterId),
    lastId: (sessionId) => sessions.get(sessionId)?.lastId ?? 0,
    follow: async (sessionId, afterId, tell) => sessions.get(sessionId)?.follow(afterId, tell),
    finish(sessionId) {
      forgetFinished();
      forgetAtMs.set(sessionId, clock.monotonicMs() + FINISHED_TTL_MS);
    },
    close: async () => sessions.clear(),
  };
}
