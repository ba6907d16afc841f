import { creditsSchema } from '@vivant/contract/credits';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { ReadCredits } from './read-credits.ts';

/** What the credits route needs from the service. */
export interface CreditsRouteDependencies {
  readonly authenticate: Authenticate;
  readonly readCredits: ReadCredits;
}

const schema = {
  operationId: 'readCredits',
  summary: 'Read balance and plan',
  tags: ['account'],
  security: requiresScope('credits:read'),
  response: {
    200: successResponse('Balance and plan.', creditsSchema),
    ...errorResponses(READ_ERRORS),
  },
} as const;

/** Adds `GET /api/v1/credits`. */
export function addCreditsRoute(
  server: HttpServer,
  { authenticate, readCredits }: CreditsRouteDependencies,
): void {
  const onRequest = authorize(authenticate, 'credits:read');
  server.get('/api/v1/credits', { schema, onRequest }, async (request) => {
    const credits = await readCredits(principalOf(request).organizationId);
    return success(credits, `${credits.balance} credits are left.`);
  });
}
