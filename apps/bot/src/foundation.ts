import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { RedisConnection } from '@vivant/service-kit/redis';
import type { CompleteBotConfig } from './config.ts';

/** What everything in the bot is built on. */
export interface Foundation {
  readonly config: CompleteBotConfig;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly database: Database;
  readonly redis: RedisConnection;
}
