import type { BotEvent, StoredBotEvent } from '@vivant/contract/bot-event';
import type { Clock } from '@vivant/service-kit/clock';
import type { Logger } from '@vivant/service-kit/logger';
import type { Redis } from 'ioredis';
import { EVENTS_MAX, type EventLog, type Following } from './event-log.ts';
import { RedisEventReader } from './redis-event-reader.ts';
import { createSessionEvents, type SessionEvents } from './session-events.ts';

export interface RedisEventLogOptions {
  readonly client: Redis;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long events stay after the last one. */
const TTL_MS = 24 * 60 * 60 * 1000;

const RETRY_MS = 500;

/** Events stored with one command. */
const BATCH_COUNT = 100;

/** A session that this process writes. */
interface WrittenSession {
  readonly events: SessionEvents;
  /** Not yet in Redis, in order. */
  readonly unsent: StoredBotEvent[];
  sending: boolean;
  finished: boolean;
}

/**
 * Keeps events in a stream a session, whose entries have the events' ids, and announces each on a channel, so that every
 * replica can tell them. Those who follow at the process that runs the session do not depend on Redis.
 */
export function createRedisEventLog(options: RedisEventLogOptions): EventLog {
  return new RedisEventLog(options);
}

class RedisEventLog implements EventLog {
  readonly #options: RedisEventLogOptions;
  readonly #written = new Map<string, WrittenSession>();
  readonly #reader: RedisEventReader;
  #closed = false;

  constructor(options: RedisEventLogOptions) {
    this.#options = options;
    this.#reader = new RedisEventReader({ ...options, keyOf });
  }

  append(sessionId: string, event: BotEvent): StoredBotEvent {
    const session = this.#session(sessionId);
    const stored = session.events.append(event);
    session.unsent.push(stored);
    // Redis keeps no more either.
    if (session.unsent.length > EVENTS_MAX) session.unsent.shift();
    void this.#send(sessionId, session);
    return stored;
  }

  resume(sessionId: string, afterId: number): void {
    this.#session(sessionId, afterId);
  }

  lastId(sessionId: string): number {
    return this.#written.get(sessionId)?.events.lastId ?? 0;
  }

  async follow(
    sessionId: string,
    afterId: number,
    tell: (event: StoredBotEvent) => void,
  ): Promise<Following | undefined> {
    const own = this.#written.get(sessionId)?.events.follow(afterId, tell);
    return own ?? this.#reader.follow(sessionId, afterId, tell);
  }

  finish(sessionId: string): void {
    const session = this.#written.get(sessionId);
    if (!session) return;
    session.finished = true;
    if (!session.sending) this.#written.delete(sessionId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reader.close();
  }

  #session(sessionId: string, startId = 0): WrittenSession {
    const known = this.#written.get(sessionId);
    if (known) return known;
    const events = createSessionEvents(this.#options.clock, startId);
    const session = { events, unsent: [], sending: false, finished: false };
    this.#written.set(sessionId, session);
    return session;
  }

  async #send(sessionId: string, session: WrittenSession): Promise<void> {
    if (session.sending) return;
    session.sending = true;
    while (session.unsent.length > 0 && !this.#closed) {
      const batch = session.unsent.slice(0, BATCH_COUNT);
      try {
        await store(this.#options.client, keyOf(sessionId), batch);
        const lastId = batch.at(-1)?.id ?? 0;
        // By id: the oldest may have been given up meanwhile.
        while (session.unsent[0] && session.unsent[0].id <= lastId) session.unsent.shift();
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'events could not be stored in Redis; trying again');
        await pause(RETRY_MS);
      }
    }
    session.sending = false;
    if (session.finished) this.#written.delete(sessionId);
  }
}

/** Stream of a session, and the channel on which its events are announced. */
function keyOf(sessionId: string): string {
  return `vivant:bot:events:${sessionId}`;
}

/**
 * Adds what the stream does not have yet and announces all of it; a repetition changes nothing. The entry's own number is
 * the event's id.
 */
const STORE = `
for i = 3, #ARGV, 2 do
  redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], ARGV[i] .. '-0', 'event', ARGV[i + 1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
for i = 3, #ARGV, 2 do redis.call('PUBLISH', KEYS[1], ARGV[i + 1]) end
return 0`;

async function store(client: Redis, key: string, events: readonly StoredBotEvent[]): Promise<void> {
  const entries = events.flatMap((event) => [event.id, JSON.stringify(event)]);
  await client.eval(STORE, 1, key, EVENTS_MAX, TTL_MS, ...entries);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
