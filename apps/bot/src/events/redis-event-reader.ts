import type { StoredBotEvent } from '@vivant/contract/bot-event';
import type { Logger } from '@vivant/service-kit/logger';
import type { Redis } from 'ioredis';
import type { Following } from './event-log.ts';

/** Reads sessions that other processes write. */
export interface RedisEventReader {
  lastId(sessionId: string): Promise<number>;
  follow(
    sessionId: string,
    afterId: number,
    tell: (event: StoredBotEvent) => void,
  ): Promise<Following | undefined>;
  close(): Promise<void>;
}

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

/** An event is announced on a channel; what a follower missed, also while Redis was away, is read from the stream. */
export function createRedisEventReader({ client, keyOf, logger }: RedisEventReaderOptions): RedisEventReader {
  const followers = new Map<string, Set<Follower>>();
  let subscriber: Redis | undefined;

  function connect(): Redis {
    if (subscriber) return subscriber;
    // Of its own: a connection that subscribes cannot do anything else. It subscribes again after a loss.
    subscriber = client.duplicate();
    subscriber.on('message', (key: string, text: string) => {
      const event: StoredBotEvent = JSON.parse(text);
      for (const follower of followers.get(key) ?? []) receive(follower, event);
    });
    subscriber.on('ready', () => {
      for (const each of followers.values()) for (const follower of each) void catchUp(follower);
    });
    // The client whose duplicate it is logs the loss.
    subscriber.on('error', () => undefined);
    return subscriber;
  }

  function receive(follower: Follower, event: StoredBotEvent): void {
    if (event.id === follower.lastId + 1) deliver(follower, event);
    else if (event.id > follower.lastId) void catchUp(follower);
  }

  function deliver(follower: Follower, event: StoredBotEvent): void {
    if (follower.closed || event.id <= follower.lastId) return;
    follower.lastId = event.id;
    follower.tell(event);
  }

  function catchUp(follower: Follower): Promise<void> {
    follower.reading = follower.reading
      .then(async () => {
        for (const event of await readAfter(client, follower.key, follower.lastId)) deliver(follower, event);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'events could not be read from Redis'));
    return follower.reading;
  }

  function remove(follower: Follower): void {
    follower.closed = true;
    const all = followers.get(follower.key);
    if (!all?.delete(follower) || all.size > 0) return;
    followers.delete(follower.key);
    subscriber
      ?.unsubscribe(follower.key)
      .catch((error: unknown) => logger.warn({ err: error }, 'a channel could not be left'));
  }

  async function add(follower: Follower): Promise<void> {
    const all = followers.get(follower.key) ?? new Set();
    followers.set(follower.key, all.add(follower));
    await connect().subscribe(follower.key);
  }

  return {
    lastId: (sessionId) => readLastId(client, keyOf(sessionId)),
    async follow(sessionId, afterId, tell) {
      const key = keyOf(sessionId);
      const follower: Follower = { key, tell, lastId: afterId, reading: Promise.resolve(), closed: false };
      if (await isGone(client, key, afterId)) return undefined;
      await add(follower);
      await catchUp(follower);
      return { close: () => remove(follower) };
    },
    async close() {
      followers.clear();
      subscriber?.disconnect();
    },
  };
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

async function readLastId(client: Redis, key: string): Promise<number> {
  const [last] = await client.xrevrange(key, '+', '-', 'COUNT', 1);
  return last ? idOf(last[0]) : 0;
}

function idOf(entryId: string): number {
  return Number(entryId.split('-', 1)[0]);
}
