import { successEnvelope } from '@vivant/contract/envelope';
import type { ErrorCode } from '@vivant/contract/error-codes';
import { verificationResultSchema } from '@vivant/contract/verification-result';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../keys/authenticate.ts';
import { principalOf } from '../keys/authorize.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { DEFAULT_ALIAS } from '../models/documented-aliases.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { type ModelSelection, resolveModel } from '../models/resolve-model.ts';
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

/** A request that may choose a model, in its headers or in its body. */
type ChoosingRequest = FastifyRequest & {
  readonly headers: { readonly 'x-model-version'?: string | undefined };
  readonly body: { readonly model?: string | undefined; readonly frame_count?: number | undefined };
};

/** What the request says about the model it wants. */
export function selectionOf({ headers, body }: ChoosingRequest): ModelSelection {
  return { version: headers['x-model-version'], alias: body.model, frameCount: body.frame_count };
}

/**
 * Finds the model that the request asks for, and names it in the headers of the answer.
 * @throws ApiError as {@link resolveModel}
 */
export function resolveRequestedModel(
  { catalogue, headerPrefix }: CheckRouteDependencies,
  request: ChoosingRequest,
  reply: FastifyReply,
): ModelManifest {
  const model = resolveModel(catalogue, selectionOf(request), defaultAlias(request));
  reply.headers(modelHeaders(headerPrefix, model));
  return model;
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
