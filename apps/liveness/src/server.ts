import { createHttpServer, type HttpServer } from '@vivant/service-kit/http-server';
import type { Logger } from '@vivant/service-kit/logger';
import { addFastCheckRoute, type FastCheckDependencies } from './checks/fast-check-route.ts';
import { addHealthRoutes, type HealthDependencies } from './health/health-routes.ts';
import { PRINCIPAL } from './keys/authorize.ts';
import { addDocsPage } from './openapi/docs-page.ts';
import { addOpenApi, addOpenApiRoute } from './openapi/document.ts';

/** Everything the routes call; nothing of it is touched before a request arrives. */
export interface ServerDependencies extends FastCheckDependencies, HealthDependencies {
  readonly logger: Logger;
  /** Version of the service. */
  readonly version: string;
  readonly bodyBytesMax: number;
}

/** Builds the HTTP application; it neither listens nor opens anything. */
export async function buildServer(dependencies: ServerDependencies): Promise<HttpServer> {
  const { logger, bodyBytesMax, version } = dependencies;
  const server = createHttpServer({ logger, bodyBytesMax });
  closeConnectionsWhenStopping(server);
  server.decorateRequest(PRINCIPAL, null);
  await addOpenApi(server, version);
  addHealthRoutes(server, dependencies);
  addFastCheckRoute(server, dependencies);
  addOpenApiRoute(server);
  await addDocsPage(server);
  return server;
}

/** Without it, an answer given after the stop began keeps its connection, and with it the server, for 72 s more. */
function closeConnectionsWhenStopping(server: HttpServer): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
