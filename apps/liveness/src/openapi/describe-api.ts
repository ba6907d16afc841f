import { systemClock } from '@vivant/service-kit/clock';
import { describeServer, neverCalled, neverRead, neverUsed } from '@vivant/service-kit/described-server';
import { randomId } from '@vivant/service-kit/ids';
import { createLogger } from '@vivant/service-kit/logger';
import { createCatalogue } from '../models/catalogue.ts';
import { buildServer, type ServerDependencies } from '../server.ts';
import { readVersion } from '../version.ts';

/** The OpenAPI document of the service as text; opens no database and loads no model. */
export async function describeApi(): Promise<string> {
  return describeServer(await buildServer(describedOnly()));
}

const NO_LIMIT = { requests: 1, windowSeconds: 1 };

/** Dependencies of a server whose routes are declared and never called. */
function describedOnly(): ServerDependencies {
  return {
    logger: createLogger({ service: 'liveness', level: 'silent' }),
    version: readVersion(),
    appToken: '',
    clock: systemClock,
    keys: neverUsed,
    validateBotKey: neverCalled,
    readCredits: neverCalled,
    readUsage: neverCalled,
    readQueueStats: neverCalled,
    verificationSessions: neverUsed,
    hosts: neverUsed,
    newId: randomId,
    organizationOfToken: () => undefined,
    catalogue: createCatalogue([]),
    authenticate: neverCalled,
    runCheck: neverCalled,
    storeVideo: neverCalled,
    videoBytesMax: 1,
    findVerdict: neverCalled,
    streams: neverUsed,
    uploads: neverUsed,
    videos: neverUsed,
    readHealth: neverCalled,
    isReady: neverCalled,
    webhooks: {
      database: undefined as never,
      clock: systemClock,
      newId: randomId,
      seal: { seal: String, open: String },
      policy: { allowPrivate: false },
    },
    metrics: neverRead,
    idempotency: { claim: neverCalled, sweep: neverCalled },
    rateLimiter: { take: neverCalled },
    rateLimits: { check: NO_LIMIT, video: NO_LIMIT },
    headerPrefix: 'X-Service',
    frameBytesMax: 1,
    bodyBytesMax: 1,
  };
}
