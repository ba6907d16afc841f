import { usageQuery, usageSchema } from '@vivant/contract/usage';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { ReadUsage } from './read-usage.ts';

/** What the usage route needs from the service. */
export interface UsageRouteDependencies {
  readonly authenticate: Authenticate;
  readonly readUsage: ReadUsage;
}

const schema = {
  operationId: 'readUsage',
  summary: 'Read what was charged for',
  description:
    'Rows, newest first, and totals by day in UTC. Refused, failed and cached checks cost nothing and are absent.',
  tags: ['account'],
  security: requiresScope('usage:read'),
  querystring: usageQuery,
  response: {
    200: successResponse('The charged checks.', usageSchema),
    ...errorResponses([...READ_ERRORS, 'validation_error']),
  },
} as const;

/** Adds `GET /api/v1/usage`. */
export function addUsageRoute(server: HttpServer, { authenticate, readUsage }: UsageRouteDependencies): void {
  const onRequest = authorize(authenticate, 'usage:read');
  server.get('/api/v1/usage', { schema, onRequest }, async (request) => {
    const usage = await readUsage(principalOf(request).organizationId, request.query);
    return success(usage, `${usage.rows.length} rows.`);
  });
}
