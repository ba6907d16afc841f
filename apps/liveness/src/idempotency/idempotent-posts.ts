import { createHash } from 'node:crypto';
import { ApiError } from '@vivant/service-kit/api-error';
import { bodyDigestOf } from '@vivant/service-kit/body-digest';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { BrokenSealError } from '@vivant/service-kit/seal';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { findPrincipal } from '../keys/authorize.ts';
import { addErrors } from '../openapi/operation.ts';
import { requireOwnSession } from '../sessions/own-session.ts';
import type { Claim, Claimed, IdempotencyStore, RequestRef, StoredAnswer } from './idempotency-store.ts';

/** What honouring the header needs from the service. */
export interface IdempotencyDependencies {
  readonly idempotency: IdempotencyStore;
}

const HEADER = 'idempotency-key';
const KEY = /^[\x20-\x7e]{1,255}$/;
const CLAIM = 'idempotencyClaim';
const EMPTY_SHA256 = createHash('sha256').digest('hex');

const headerFields = {
  [HEADER]: z
    .string()
    .optional()
    .describe(
      'Any text of up to 255 characters. The same key, path and body get the same answer for 24 hours ' +
        '(`Idempotency-Replayed: true`) without being carried out again.',
    ),
};

/** Belong to one answer over one connection, or are told anew with each. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);

/**
 * Honours `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) on every POST route added after it
 * that authorizes its callers. Answers below 500 are kept, refusals included; a request that was refused
 * before its body was understood is not, nor is a refusal of the caller: another key, or more scopes, may do what this
 * one may not.
 */
export function addIdempotentPosts(server: HttpServer, { idempotency }: IdempotencyDependencies): void {
  server.decorateRequest(CLAIM, null);
  server.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('POST')) return;
    const claimOrReplay = (request: FastifyRequest, reply: FastifyReply) =>
      answerAgain(idempotency, request, reply);
    // Forms are read before they are claimed: what they hold is compared.
    route.preValidation = [route.preValidation ?? [], claimOrReplay].flat();
    route.onSend = [route.onSend ?? [], keepAnswer].flat();
    document(route);
  });
}

/** Routes that anybody may call have nobody whose requests could be told apart. */
function document(route: RouteOptions): void {
  const { schema } = route;
  if (!schema?.security?.length) return;
  const known: unknown = schema.headers;
  const headers = known instanceof z.ZodObject ? known.extend(headerFields) : z.looseObject(headerFields);
  route.schema = { ...schema, headers };
  addErrors(route, [
    'validation_error',
    'idempotency_conflict',
    'idempotency_mismatch',
    'service_unavailable',
  ]);
}

/** Answers from the store, or claims the request so that its answer is kept. */
async function answerAgain(store: IdempotencyStore, request: FastifyRequest, reply: FastifyReply) {
  const key = request.headers[HEADER];
  const organizationId = findPrincipal(request)?.organizationId;
  if (key === undefined || organizationId === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new ApiError('validation_error', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
  // A token that reaches another session must neither hold a key against it nor read what was answered there.
  await requireOwnSession(request);
  const path = request.url.split('?', 1)[0];
  const requestSha256 = createHash('sha256').update(`${path}\n${key}`).digest('hex');
  const claimed = await claim(store, { organizationId, requestSha256 }, fingerprintOf(request));
  if (claimed.kind === 'claimed') {
    request.setDecorator(CLAIM, claimed.claim);
    return undefined;
  }
  const { status, headers, body } = requireAnswer(claimed);
  return reply.code(status).headers(headers).header('idempotency-replayed', 'true').send(body);
}

/** An answer that cannot be read any more has still been given: doing it again would be worse. */
async function claim(store: IdempotencyStore, request: RequestRef, bodySha256: string): Promise<Claimed> {
  try {
    return await store.claim(request, bodySha256);
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error;
    throw new ApiError(
      'idempotency_conflict',
      'The request was carried out, but its answer cannot be read any more. Use another Idempotency-Key.',
      { cause: error },
    );
  }
}

function requireAnswer(claimed: Exclude<Claimed, { kind: 'claimed' }>): StoredAnswer {
  if (claimed.kind === 'answered') return claimed.answer;
  if (claimed.kind === 'mismatch')
    throw new ApiError('idempotency_mismatch', 'The Idempotency-Key was used with another body.');
  throw new ApiError('idempotency_conflict', 'A request with this Idempotency-Key is in progress.', {
    retryable: true,
    headers: { 'retry-after': '1' },
  });
}

/** What is compared of a body. */
function fingerprintOf(request: FastifyRequest): string {
  const digest = bodyDigestOf(request);
  if (digest === undefined && request.body !== undefined)
    throw new Error('Nobody noted a digest of this body.');
  return digest ?? EMPTY_SHA256;
}

/** Keeps the answer of a claimed request before it is sent. A client that hung up finds it there later. */
async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const claim = request.getDecorator<Claim | null>(CLAIM);
  if (!claim) return payload;
  try {
    if (isKept(reply.statusCode) && typeof payload === 'string') {
      await claim.store({ status: reply.statusCode, headers: keptHeaders(reply), body: payload });
    } else {
      await claim.release();
    }
  } catch (error) {
    // What was done is done: the caller gets its answer, and a repetition begins anew once the claim expired.
    request.log.warn({ err: error }, 'the answer could not be kept for repetitions');
  }
  return payload;
}

function isKept(status: number): boolean {
  return status < 500 && status !== 401 && status !== 403;
}

function keptHeaders(reply: FastifyReply): StoredAnswer['headers'] {
  const kept: Record<string, string | number | string[]> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    const isOwn = OWN_HEADERS.has(name) || name.startsWith('access-control-');
    if (!isOwn && value !== undefined) kept[name] = value;
  }
  return kept;
}
