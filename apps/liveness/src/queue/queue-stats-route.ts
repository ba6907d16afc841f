import { queueStatsSchema } from '@vivant/contract/queue-stats';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { ReadQueueStats } from './read-queue-stats.ts';

/** What the queue route needs from the service. */
export interface QueueStatsRouteDependencies {
  readonly authenticate: Authenticate;
  readonly readQueueStats: ReadQueueStats;
}

const schema = {
  operationId: 'readQueueStats',
  summary: 'Read what is waiting and being judged',
  description: "The organization's own work, over all replicas.",
  tags: ['account'],
  security: requiresScope('detection:read'),
  response: {
    200: successResponse('What is being done.', queueStatsSchema),
    ...errorResponses(READ_ERRORS),
  },
} as const;

/** Adds `GET /api/v1/queue/stats`. */
export function addQueueStatsRoute(
  server: HttpServer,
  { authenticate, readQueueStats }: QueueStatsRouteDependencies,
): void {
  const onRequest = authorize(authenticate, 'detection:read');
  server.get('/api/v1/queue/stats', { schema, onRequest }, async (request) => {
    const stats = await readQueueStats(principalOf(request).organizationId);
    return success(stats, `${stats.checks.processing} checks are being judged.`);
  });
}
