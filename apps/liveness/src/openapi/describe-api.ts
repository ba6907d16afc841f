import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { createLogger } from '@vivant/service-kit/logger';
import { createCatalogue } from '../models/catalogue.ts';
import { buildServer, type ServerDependencies } from '../server.ts';
import { readVersion } from '../version.ts';

/** The OpenAPI document of the service as text; opens no database and loads no model. */
export async function describeApi(): Promise<string> {
  const server = await buildServer(describedOnly());
  await server.ready();
  const document = `${JSON.stringify(server.swagger(), undefined, 2)}\n`;
  await server.close();
  return document;
}

const neverCalled = () => Promise.reject(new Error('This server is only described.'));

/** Stands in for any part whose functions are never called. */
const neverUsed = new Proxy({}, { get: () => neverCalled }) as never;
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
    metrics: {
      observeRequest: () => undefined,
      contentType: '',
      read: neverCalled,
      close: () => undefined,
    },
    idempotency: { claim: neverCalled, sweep: neverCalled },
    rateLimiter: { take: neverCalled },
    rateLimits: { check: NO_LIMIT, video: NO_LIMIT },
    headerPrefix: 'X-Service',
    frameBytesMax: 1,
    bodyBytesMax: 1,
  };
}
