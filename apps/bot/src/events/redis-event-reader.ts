import type { StoredBotEvent } from '@vivant/contract/bot-event';
import type { Logger } from '@vivant/service-kit/logger';
import type { Redis } from 'ioredis';
import type { Following } from './event-log.ts';
import { openRedisSubscriber } from './redis-subscriber.ts';

export interface RedisEventReaderOptions {
  readonly client: Redis;
  /** Stream of a session, which is its channel too. */
  readonly keyOf: (sessionId: string) => string;
  readonly logger: Logger;
}

interface Follower {
  readonly key: string;
  readonly tell: (event: StoredBotEvent) => void;
  lastId: number;
  /** Reads of the stream follow each other. */
  reading: Promise<void>;
  closed: boolean;
}

/**
 * Reads sessions that other processes write. An event is announced on a channel; what a follower missed, also while Redis
 * was away, is read from the stream.
 */
export class RedisEventReader {
  readonly #options: RedisEventReaderOptions;
  readonly #followers = new Map<string, Set<Follower>>();
  #subscriber: Redis | undefined;

  constructor(options: RedisEventReaderOptions) {
    this.#options = options;
  }

  /** As of the event log. */
  async follow(
    sessionId: string,
    afterId: number,
    tell: (event: StoredBotEvent) => void,
  ): Promise<Following | undefined> {
    const { client, keyOf } = this.#options;
    const key = keyOf(sessionId);
    const follower: Follower = { key, tell, lastId: afterId, reading: Promise.resolve(), closed: false };
    if (await isGone(client, key, afterId)) return undefined;
    const all = this.#followers.get(key) ?? new Set();
    this.#followers.set(key, all.add(follower));
    await this.#connect().subscribe(key);
    await this.#catchUp(follower);
    return { close: () => this.#remove(follower) };
  }

  async close(): Promise<void> {
    this.#followers.clear();
    this.#subscriber?.disconnect();
  }

  #connect(): Redis {
    if (this.#subscriber) return this.#subscriber;
    const subscriber = openRedisSubscriber(this.#options.client);
    subscriber.on('message', (key: string, text: string) => {
      const event: StoredBotEvent = JSON.parse(text);
      for (const follower of this.#followers.get(key) ?? []) this.#receive(follower, event);
    });
    subscriber.on('ready', () => {
      for (const each of this.#followers.values()) for (const follower of each) void this.#catchUp(follower);
    });
    this.#subscriber = subscriber;
    return subscriber;
  }

  #receive(follower: Follower, event: StoredBotEvent): void {
    if (event.id === follower.lastId + 1) deliver(follower, event);
    else if (event.id > follower.lastId) void this.#catchUp(follower);
  }

  #catchUp(follower: Follower): Promise<void> {
    const { client, logger } = this.#options;
    follower.reading = follower.reading
      .then(async () => {
        for (const event of await readAfter(client, follower.key, follower.lastId)) deliver(follower, event);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'events could not be read from Redis'));
    return follower.reading;
  }

  #remove(follower: Follower): void {
    follower.closed = true;
    const all = this.#followers.get(follower.key);
    if (!all?.delete(follower) || all.size > 0) return;
    this.#followers.delete(follower.key);
    this.#subscriber
      ?.unsubscribe(follower.key)
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'a channel could not be left'));
  }
}

function deliver(follower: Follower, event: StoredBotEvent): void {
  if (follower.closed || event.id <= follower.lastId) return;
  follower.lastId = event.id;
  follower.tell(event);
}

async function readAfter(client: Redis, key: string, id: number): Promise<StoredBotEvent[]> {
  const entries = await client.xrange(key, `${id + 1}-0`, '+');
  return entries.map(([, [, text = '']]) => JSON.parse(text));
}

/** Whether events after an id were stored and are not any more. */
async function isGone(client: Redis, key: string, afterId: number): Promise<boolean> {
  const [first] = await client.xrange(key, '-', '+', 'COUNT', 1);
  // An empty stream of a session that has had events has expired; nobody can have seen an id of it otherwise.
  return first ? idOf(first[0]) > afterId + 1 : afterId > 0;
}

function idOf(entryId: string): number {
  return Number(entryId.split('-', 1)[0]);
}
