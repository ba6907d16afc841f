import { createHttpServer, type HttpServer } from '@vivant/service-kit/http-server';
import type { Logger } from '@vivant/service-kit/logger';
import { addFastCheckRoute, type FastCheckDependencies } from './checks/fast-check-route.ts';
import { addHealthRoutes, type HealthDependencies } from './health/health-routes.ts';
import { PRINCIPAL } from './keys/authorize.ts';
import { addDocsPage } from './openapi/docs-page.ts';
import { addOpenApi, addOpenApiRoute } from './openapi/document.ts';
import { addVideoRoutes, type VideoRouteDependencies } from './videos/video-routes.ts';

/** Everything the routes call; nothing of it is touched before a request arrives. */
export interface ServerDependencies
  extends FastCheckDependencies,
    HealthDependencies,
    VideoRouteDependencies {
  readonly logger: Logger;
  /** Version of the service. */
  readonly version: string;
  readonly bodyBytesMax: number;
}

/** Builds the HTTP application; it neither listens nor opens anything. */
export async function buildServer(dependencies: ServerDependencies): Promise<HttpServer> {
  const { logger, bodyBytesMax, version } = dependencies;
  const server = createHttpServer({ logger, bodyBytesMax });
  server.decorateRequest(PRINCIPAL, null);
  await addOpenApi(server, version);
  addHealthRoutes(server, dependencies);
  addFastCheckRoute(server, dependencies);
  await addVideoRoutes(server, dependencies);
  addOpenApiRoute(server);
  await addDocsPage(server);
  return server;
}
