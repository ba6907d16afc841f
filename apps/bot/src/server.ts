import cookie from '@fastify/cookie';
import { addDocsPage } from '@vivant/service-kit/docs-page';
import { createHttpServer, type HttpServer } from '@vivant/service-kit/http-server';
import type { Logger } from '@vivant/service-kit/logger';
import { addMetricsRoute, countRequests, type MetricsDependencies } from '@vivant/service-kit/metrics-route';
import { addOpenApiRoute } from '@vivant/service-kit/openapi-document';
import { type AccountRouteDependencies, addAccountRoutes } from './accounts/account-routes.ts';
import { addHealthRoutes, type HealthRouteDependencies } from './health/health-routes.ts';
import { addHistoryRoutes, type HistoryRouteDependencies } from './history/history-routes.ts';
import { addInterviewRoutes, type InterviewRouteDependencies } from './interview/interview-routes.ts';
import { CALLER } from './keys/authorize-bot.ts';
import { addOpenApi } from './openapi/document.ts';
import { addPageRoutes, type PageRouteDependencies } from './pages/page-routes.ts';
import { addSessionRoutes, type SessionRouteDependencies } from './sessions/session-routes.ts';
import { addSettingsRoutes, type SettingsRouteDependencies } from './settings/settings-routes.ts';
import { addWebSockets } from './web-sockets.ts';

/** Everything the routes call; nothing of it is touched before a request arrives. */
export interface BotServerDependencies
  extends SessionRouteDependencies,
    InterviewRouteDependencies,
    HistoryRouteDependencies,
    AccountRouteDependencies,
    SettingsRouteDependencies,
    PageRouteDependencies,
    HealthRouteDependencies,
    MetricsDependencies {
  readonly logger: Logger;
  readonly version: string;
  /** Adds the routes over which meetings reach their providers. */
  readonly addProviderRoutes: (server: HttpServer) => void;
}

const BODY_BYTES_MAX = 1024 * 1024;

/** Builds the HTTP application; it neither listens nor opens anything. */
export async function buildBotServer(dependencies: BotServerDependencies): Promise<HttpServer> {
  const { logger, version, watch } = dependencies;
  const server = createHttpServer({
    logger,
    bodyBytesMax: BODY_BYTES_MAX,
    presentError: ({ message }) => ({ error: message }),
  });
  server.decorateRequest(CALLER, null);
  await server.register(cookie);
  await addWebSockets(server);
  countRequests(server, dependencies);
  await addOpenApi(server, version);
  addHealthRoutes(server, dependencies);
  addSessionRoutes(server, dependencies);
  addInterviewRoutes(server, dependencies);
  addHistoryRoutes(server, dependencies);
  addAccountRoutes(server, dependencies);
  addSettingsRoutes(server, dependencies);
  dependencies.addProviderRoutes(server);
  await addPageRoutes(server, dependencies);
  addMetricsRoute(server, dependencies);
  addOpenApiRoute(server);
  await addDocsPage(server, 'Vivant meeting bot reference');
  // A stream would keep the server from closing.
  server.addHook('preClose', async () => watch.close());
  return server;
}
