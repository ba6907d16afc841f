import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { FrameChecks } from './buffers/create-frame-checks.ts';
import type { CompleteConfig } from './config.ts';
import { createReadCredits } from './credits/read-credits.ts';
import { createHostStore } from './hosts/host-store.ts';
import { createAuthenticate } from './keys/authenticate.ts';
import { createValidateBotKey } from './keys/bot-key-validation.ts';
import { createKeyAdministration } from './keys/key-administration.ts';
import type { Catalogue } from './models/catalogue.ts';
import type { PlatformDependencies } from './platform-routes.ts';
import { createReadQueueStats } from './queue/read-queue-stats.ts';
import { createAuthenticateToken } from './sessions/authenticate-token.ts';
import { createSessionAdministration } from './sessions/session-administration.ts';
import { readToken } from './sessions/verification-token.ts';
import { createReadUsage } from './usage/read-usage.ts';
import { createCountVideos } from './videos/count-videos.ts';

/** What the platform is built from. */
export interface PlatformSources {
  readonly config: CompleteConfig;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly catalogue: Catalogue;
  readonly frameChecks: Pick<FrameChecks, 'streams' | 'uploads'>;
}

/** Builds everything around the checks: keys, models, account. */
export function createPlatform({
  config,
  database,
  clock,
  newId,
  catalogue,
  frameChecks: { streams, uploads },
}: PlatformSources): PlatformDependencies {
  const { APP_TOKEN: appToken, TOKEN_SECRET: tokenSecret } = config.secrets;
  const authenticateToken = createAuthenticateToken({ database, clock, tokenSecret });
  return {
    appToken,
    authenticate: createAuthenticate(database, clock, authenticateToken),
    catalogue,
    clock,
    newId,
    headerPrefix: config.modelHeaderPrefix,
    hosts: createHostStore(database),
    organizationOfToken: (token) => readToken(token, tokenSecret)?.org,
    keys: createKeyAdministration({ database, clock, newId }),
    validateBotKey: createValidateBotKey(database, clock),
    readCredits: createReadCredits(database),
    readUsage: createReadUsage(database, clock),
    readQueueStats: createReadQueueStats(database, createCountVideos(database)),
    verificationSessions: createSessionAdministration({
      database,
      clock,
      newId,
      catalogue,
      tokenSecret,
      countBufferedFrames: async (session) => {
        const status =
          (await streams.frameBuffer.status(session)) ?? (await uploads.frameBuffer.status(session));
        return status?.framesReceived;
      },
    }),
  };
}
