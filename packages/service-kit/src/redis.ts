import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** The store that replicas share. */
export interface RedisConnection {
  readonly kind: 'in-process' | 'redis';
  /** Undefined when the process stands in. */
  readonly client: Redis | undefined;
  /** Resolves when the store answers, rejects within two seconds when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const COMMAND_TIMEOUT_MS = 2_000;

/** Connects to Redis in the background and reconnects by itself; without a url the process stands in. */
export function connectRedis({ url, logger }: { url?: string | undefined; logger: Logger }): RedisConnection {
  if (url === undefined) return inProcess;
  const client = new Redis(url, { commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1 });
  logChanges(client, logger);
  return {
    kind: 'redis',
    client,
    ping: async () => {
      await client.ping();
    },
    close: async () => client.disconnect(),
  };
}

const inProcess: RedisConnection = {
  kind: 'in-process',
  client: undefined,
  ping: async () => undefined,
  close: async () => undefined,
};

/** Logs a loss once, not at each of the attempts to reconnect. */
function logChanges(client: Redis, logger: Logger): void {
  let isLost = false;
  client.on('error', (error: Error) => {
    if (!isLost) logger.warn({ err: error }, 'Redis connection lost');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) logger.info('Redis connection restored');
    isLost = false;
  });
}
