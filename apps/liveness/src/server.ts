import { addDocsPage } from '@vivant/service-kit/docs-page';
import { createHttpServer, type HttpServer } from '@vivant/service-kit/http-server';
import type { Logger } from '@vivant/service-kit/logger';
import { addMetricsRoute, countRequests, type MetricsDependencies } from '@vivant/service-kit/metrics-route';
import { addOpenApiRoute } from '@vivant/service-kit/openapi-document';
import { addCheckRoutes, type CheckRoutesDependencies } from './checks/check-routes.ts';
import { addHealthRoutes, type HealthDependencies } from './health/health-routes.ts';
import { addIdempotentPosts, type IdempotencyDependencies } from './idempotency/idempotent-posts.ts';
import { PRINCIPAL } from './keys/authorize.ts';
import { addRateLimits, type RateLimitDependencies } from './limits/rate-limits.ts';
import { addOpenApi } from './openapi/document.ts';
import { addLlmsTextRoute } from './openapi/llms-text.ts';
import { addPlatformRoutes, type PlatformDependencies } from './platform-routes.ts';
import { addVideoRoutes, type VideoRouteDependencies } from './videos/video-routes.ts';
import { addDeliveryRoutes } from './webhooks/delivery-routes.ts';
import { addWebhookRoutes, type WebhookDependencies } from './webhooks/webhook-routes.ts';

/** Everything the routes call; nothing of it is touched before a request arrives. */
export interface ServerDependencies
  extends CheckRoutesDependencies,
    VideoRouteDependencies,
    HealthDependencies,
    PlatformDependencies,
    RateLimitDependencies,
    IdempotencyDependencies,
    WebhookDependencies,
    MetricsDependencies {
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
  countRequests(server, dependencies);
  // Before the document collects the routes: these add to what routes take and answer.
  addRateLimits(server, dependencies);
  addIdempotentPosts(server, dependencies);
  await addOpenApi(server, version);
  addHealthRoutes(server, dependencies);
  await addCheckRoutes(server, dependencies);
  await addVideoRoutes(server, dependencies);
  addPlatformRoutes(server, dependencies);
  addWebhookRoutes(server, dependencies);
  addDeliveryRoutes(server, dependencies);
  addMetricsRoute(server, dependencies);
  addOpenApiRoute(server);
  addLlmsTextRoute(server);
  await addDocsPage(server, 'Vivant API reference');
  return server;
}
