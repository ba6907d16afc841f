import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { createSeal } from '@vivant/service-kit/seal';
import { createDeliveryWorker, type DeliveryWorker } from '@vivant/service-kit/webhook-delivery-worker';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import type { WebhookDependencies } from './webhook-routes.ts';

/** What webhooks are built from. */
export interface WebhookSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  /** The secret that signing secrets are encrypted with. */
  readonly encryptionKey: string;
  readonly allowPrivate: boolean;
  /** Time for a receiver to answer, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** What the routes need, and what delivers in the background. */
export interface Webhooks {
  readonly webhooks: WebhookDependencies['webhooks'];
  readonly deliveries: DeliveryStore;
  readonly deliveryWorker: DeliveryWorker;
}

/** Builds webhooks; nothing is delivered before the worker starts. */
export function createWebhooks(sources: WebhookSources): Webhooks {
  const { database, clock, newId, logger, encryptionKey, allowPrivate, timeoutMs } = sources;
  const seal = createSeal(encryptionKey, 'webhook secrets');
  const policy = { allowPrivate };
  const deliveries = createDeliveryStore({ database, clock, workerId: newId(), random: Math.random });
  return {
    webhooks: { database, clock, newId, seal, policy },
    deliveries,
    deliveryWorker: createDeliveryWorker({ deliveries, clock, logger, seal, policy, timeoutMs }),
  };
}
