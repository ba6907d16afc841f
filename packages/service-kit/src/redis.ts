import { Redis } from 'ioredis';
import type { Logger } from 'pino';

interface Connection {
  /** Resolves when the store answers, rejects within two seconds when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store that replicas share. Commands of its client fail within two seconds while it is out of reach. */
export type RedisConnection =
  | (Connection & { readonly kind: 'in-process' })
  | (Connection & { readonly kind: 'redis'; readonly client: Redis });

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
