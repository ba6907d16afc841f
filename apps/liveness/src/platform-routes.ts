import type { HttpServer } from '@vivant/service-kit/http-server';
import { addCreditsRoute, type CreditsRouteDependencies } from './credits/credits-route.ts';
import {
  addBotKeyValidationRoute,
  type BotKeyValidationDependencies,
} from './keys/bot-key-validation-route.ts';
import { addKeyRoutes, type KeyRouteDependencies } from './keys/key-routes.ts';
import { addModelsRoute, type ModelsRouteDependencies } from './models/models-route.ts';
import { addQueueStatsRoute, type QueueStatsRouteDependencies } from './queue/queue-stats-route.ts';
import { addUsageRoute, type UsageRouteDependencies } from './usage/usage-route.ts';

/** What the routes around the checks need: keys, models, account. */
export interface PlatformDependencies
  extends KeyRouteDependencies,
    BotKeyValidationDependencies,
    ModelsRouteDependencies,
    CreditsRouteDependencies,
    UsageRouteDependencies,
    QueueStatsRouteDependencies {}

/** Adds every route that manages the account or tells about it. */
export function addPlatformRoutes(server: HttpServer, dependencies: PlatformDependencies): void {
  addModelsRoute(server, dependencies);
  addKeyRoutes(server, dependencies);
  addBotKeyValidationRoute(server, dependencies);
  addCreditsRoute(server, dependencies);
  addUsageRoute(server, dependencies);
  addQueueStatsRoute(server, dependencies);
}
