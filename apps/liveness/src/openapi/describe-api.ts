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

/** Dependencies of a server whose routes are declared and never called. */
function describedOnly(): ServerDependencies {
  const neverCalled = () => Promise.reject(new Error('This server is only described.'));
  return {
    logger: createLogger({ service: 'liveness', level: 'silent' }),
    version: readVersion(),
    catalogue: createCatalogue([]),
    authenticate: neverCalled,
    runCheck: neverCalled,
    videos: {} as ServerDependencies['videos'],
    readHealth: neverCalled,
    isReady: neverCalled,
    headerPrefix: 'X-Service',
    frameBytesMax: 1,
    bodyBytesMax: 1,
  };
}
