import type { HttpServer } from '@vivant/service-kit/http-server';
import { addCreditsRoute, type CreditsRouteDependencies } from './credits/credits-route.ts';
import { addCors, type CorsDependencies } from './hosts/cors.ts';
import { addHostRoutes, type HostRouteDependencies } from './hosts/host-routes.ts';
import {
  addBotKeyValidationRoute,
  type BotKeyValidationDependencies,
} from './keys/bot-key-validation-route.ts';
import { addKeyRoutes, type KeyRouteDependencies } from './keys/key-routes.ts';
import { addModelsRoute, type ModelsRouteDependencies } from './models/models-route.ts';
import { addQueueStatsRoute, type QueueStatsRouteDependencies } from './queue/queue-stats-route.ts';
import { requireOwnSession } from './sessions/own-session.ts';
import { addSessionRoutes, type SessionRouteDependencies } from './sessions/session-routes.ts';
import { addUsageRoute, type UsageRouteDependencies } from './usage/usage-route.ts';

/** What the routes around the checks need: keys, models, account, sessions, hosts. */
export interface PlatformDependencies
  extends KeyRouteDependencies,
    BotKeyValidationDependencies,
    ModelsRouteDependencies,
    CreditsRouteDependencies,
    UsageRouteDependencies,
    QueueStatsRouteDependencies,
    SessionRouteDependencies,
    HostRouteDependencies,
    CorsDependencies {}

/** Adds every route around the checks, and keeps verification tokens to their sessions on all routes. */
export function addPlatformRoutes(server: HttpServer, dependencies: PlatformDependencies): void {
  addCors(server, dependencies);
  server.addHook('preHandler', requireOwnSession);
  addModelsRoute(server, dependencies);
  addKeyRoutes(server, dependencies);
  addBotKeyValidationRoute(server, dependencies);
  addCreditsRoute(server, dependencies);
  addUsageRoute(server, dependencies);
  addQueueStatsRoute(server, dependencies);
  addSessionRoutes(server, dependencies);
  addHostRoutes(server, dependencies);
}
