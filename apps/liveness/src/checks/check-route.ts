import { successEnvelope } from '@vivant/contract/envelope';
import type { ErrorCode } from '@vivant/contract/error-codes';
import { verificationResultSchema } from '@vivant/contract/verification-result';
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../keys/authenticate.ts';
import { principalOf } from '../keys/authorize.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { DEFAULT_ALIAS } from '../models/documented-aliases.ts';
import { errorResponses } from '../openapi/operation.ts';
import { CHECK_ERRORS } from './check-errors.ts';
import type { RunCheck } from './run-check.ts';

/** What a route that judges material needs from the service. */
export interface CheckRouteDependencies {
  readonly authenticate: Authenticate;
  readonly catalogue: Catalogue;
  readonly runCheck: RunCheck;
  /** Prefix of the response headers that name the model. */
  readonly headerPrefix: string;
  readonly frameBytesMax: number;
}

/** Route option of every check: 240 requests a minute for each key and endpoint unless configured otherwise. */
export const CHECK_LIMIT = { rateLimit: 'check' } as const;

/** The model when the request names none: that of the session a verification token belongs to, else `fallback`. */
export function defaultAlias(request: FastifyRequest, fallback = DEFAULT_ALIAS): string {
  return principalOf(request).session?.model ?? fallback;
}

/** The documented answers of a route that answers a verification result, or with the error codes of its own. */
export function checkResponses(moreErrors: readonly ErrorCode[] = []) {
  return {
    200: {
      description: 'The verdict.',
      content: { 'application/json': { schema: successEnvelope(verificationResultSchema) } },
    },
    ...errorResponses([...CHECK_ERRORS, ...moreErrors]),
  };
}
