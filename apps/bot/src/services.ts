import { type Clock, systemClock } from '@vivant/service-kit/clock';
import { createRateLimiter } from '@vivant/service-kit/create-rate-limiter';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import { dependencyStatus } from '@vivant/service-kit/dependency-status';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { type IdGenerator, randomId } from '@vivant/service-kit/ids';
import { createLogger, type Logger } from '@vivant/service-kit/logger';
import { connectRedis } from '@vivant/service-kit/redis';
import { createSeal, type Seal } from '@vivant/service-kit/seal';
import { createSweeper, type Sweeper } from '@vivant/service-kit/sweeper';
import { createDeliveryWorker, type DeliveryWorker } from '@vivant/service-kit/webhook-delivery-worker';
import { createAccounts } from './accounts/accounts.ts';
import { createSignInCookie } from './accounts/sign-in-cookie.ts';
import { createCallbackDeliveries } from './callbacks/delivery-store.ts';
import type { FrameJudge } from './checks/frame-judge.ts';
import { createJudgeFor } from './checks/judge-for.ts';
import type { CompleteBotConfig } from './config.ts';
import type { Foundation } from './foundation.ts';
import { createBotMetrics } from './health/bot-metrics.ts';
import { readHealth } from './health/read-health.ts';
import { createGuards } from './keys/guards.ts';
import { createValidateBotKey } from './keys/validate-bot-key.ts';
import type { MeetingProvider } from './providers/meeting-provider.ts';
import type { BotServerDependencies } from './server.ts';
import type { OpenRunner } from './sessions/open-runner.ts';
import type { SessionKeeper } from './sessions/session-keeper.ts';
import { createSessionRetention } from './sessions/session-retention.ts';
import { createSessionServices } from './sessions/session-services.ts';
import { createApiKeySetting } from './settings/api-key-setting.ts';
import { createRequireUsableKey } from './settings/require-usable-key.ts';
import { readVersion } from './version.ts';

/** The ways into meetings, and the routes over which meetings reach them. */
export interface Meetings {
  readonly providers: readonly MeetingProvider[];
  addRoutes(server: HttpServer): void;
}

/** Parts a test or another process brings itself; what is brought is not closed. */
export interface BotOverrides {
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  readonly database?: Database;
  /** Makes the judge of a session from the key that its checks are billed to. */
  readonly createJudge?: (apiKey: string) => FrameJudge;
  readonly webhookTimeoutMs?: number;
  readonly heartbeatMs?: number;
  readonly restMs?: number;
}

/** What every bot has to be given. */
export interface BotParts {
  readonly openRunner: OpenRunner;
  readonly meetings: Meetings;
  /** Address under which others reach this service; asked when it is needed. */
  readonly publicUrl: () => string;
}

/** The bot, wired: what its routes call, and what its owner starts and ends. */
export interface BotServices extends BotServerDependencies {
  readonly keeper: SessionKeeper;
  readonly deliveryWorker: DeliveryWorker;
  readonly sweeper: Sweeper;
  /** Begins to serve the commands of other replicas. */
  serveCommands(): Promise<void>;
  /** Ends all sessions; their bots leave. Idempotent. */
  endSessions(): Promise<void>;
  /** Ends what was opened here, in order. Idempotent. */
  close(): Promise<void>;
}

/** Builds the bot from its configuration; starts nothing. */
export async function createBotServices(
  config: CompleteBotConfig,
  parts: BotParts,
  overrides: BotOverrides = {},
): Promise<BotServices> {
  const { clock = systemClock, newId = randomId } = overrides;
  const logger = overrides.logger ?? createLogger({ service: 'bot', level: config.logLevel });
  const database =
    overrides.database ?? (await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir }));
  const redis = connectRedis({ url: config.redisUrl, logger });
  const common = { config, clock, newId, logger, database, redis };
  return {
    ...assemble(common, parts, overrides),
    logger,
    version: readVersion(),
    persistence: config.persistence,
    pagesDir: config.pagesDir,
    publicUrl: parts.publicUrl,
    addProviderRoutes: (server) => parts.meetings.addRoutes(server),
  };
}

function assemble(foundation: Foundation, parts: BotParts, overrides: BotOverrides) {
  const { config, clock, newId, logger, database, redis } = foundation;
  const encryptionKey = config.secrets.SETTINGS_ENCRYPTION_KEY;
  const apiKeySetting = createApiKeySetting({ database, clock, seal: createSeal(encryptionKey, 'settings') });
  const validateBotKey = createValidateBotKey({ platformUrl: config.platformUrl, clock });
  const accounts = createAccounts({ database, clock, newId });
  const callbackSeal = createSeal(encryptionKey, 'bot callbacks');
  const countSessions = () => host.running.length;
  const metrics = createBotMetrics({ countSessions, countStreams: () => sessions.watch.openCount });
  const { keeper, host, bus, events, ...sessions } = createSessionServices({
    ...foundation,
    ...parts,
    callbackSeal,
    judgeFor: createJudgeFor({ livenessUrl: config.livenessUrl, apiKeySetting, ...overrides }),
    heartbeatMs: overrides.heartbeatMs,
    restMs: overrides.restMs,
    meter: metrics,
  });
  const { deliveries, deliveryWorker } = createDelivery(foundation, callbackSeal, overrides.webhookTimeoutMs);
  const forgetSessions = createSessionRetention(foundation);
  const sweeper = createSweeper(
    { signIns: () => accounts.sweep(), callbacks: () => deliveries.sweep(), sessions: forgetSessions },
    logger,
  );
  return {
    ...sessions,
    keeper,
    deliveryWorker,
    sweeper,
    metrics,
    database,
    clock,
    accounts,
    apiKeySetting,
    validateBotKey,
    cookie: createSignInCookie(config.publicUrl?.startsWith('https:') ?? false),
    requireUsableKey: createRequireUsableKey(config.livenessUrl),
    guards: createGuards({
      validateBotKey,
      limiter: createRateLimiter(redis, clock),
      rateLimits: config.rateLimits,
    }),
    readHealth: () => readHealth({ ...config, version: readVersion(), database, redis, countSessions }),
    isReady: async () => (await dependencyStatus(database)) === 'ok',
    serveCommands: () => bus.serve(host.owner, (id, command) => host.handle(id, command)),
    endSessions: () => host.stop(),
    close: async (): Promise<void> => {
      await keeper.stop();
      await host.stop();
      for (const provider of parts.meetings.providers) await provider.close();
      await sweeper.stop();
      await deliveryWorker.stop();
      metrics.close();
      await bus.close();
      await events.close();
      await redis.close();
      if (!overrides.database) await database.close();
    },
  };
}

/** Builds what delivers to the callbacks of sessions in the background. */
function createDelivery(
  { config, clock, newId, logger, database }: Foundation,
  seal: Seal,
  timeoutMs: number | undefined,
) {
  const deliveries = createCallbackDeliveries({ database, clock, workerId: newId(), random: Math.random });
  const policy = { allowPrivate: config.webhookAllowPrivate };
  return {
    deliveries,
    deliveryWorker: createDeliveryWorker({ deliveries, clock, logger, seal, policy, timeoutMs }),
  };
}
