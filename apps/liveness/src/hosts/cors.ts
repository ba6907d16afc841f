import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyOf } from '../keys/authorize.ts';
import type { HostStore } from './host-store.ts';

/** What answering other origins needs from the service. */
export interface CorsDependencies {
  readonly hosts: HostStore;
  /** The organization a verification token was made for, also when it ended; undefined for anything else. */
  readonly organizationOfToken: (token: string) => string | undefined;
  /** Prefix of the response headers that name the model. */
  readonly headerPrefix: string;
}

/** What a token is good for: nothing is deleted with one. */
const METHODS = 'GET, POST, PATCH';
const REQUEST_HEADERS = 'content-type, idempotency-key, x-api-key, x-model-version, x-request-id';

/** How long a browser may remember a preflight, in seconds: a removed origin stays out after that. */
const MAX_AGE_SECONDS = 300;

const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Deprecation',
  'Sunset',
] as const;

/**
 * Lets browsers of allowed origins read answers to requests with a verification token, refusals included. From any
 * other origin a token is refused before anything is done: the page could not read what would be charged for.
 * Requests with an API key never get the headers: a key does not belong into a browser. A preflight brings no
 * `X-API-Key`, so it is answered for an origin that any organization allows, or the one of its `?token=`.
 */
export function addCors(server: HttpServer, dependencies: CorsDependencies): void {
  const { hosts, organizationOfToken, headerPrefix } = dependencies;
  const modelHeaders = ['Model-Resolved', 'Deprecated-Model', 'Suggested-Model', 'Cached'];
  const exposed = [...EXPOSED, ...modelHeaders.map((name) => `${headerPrefix}-${name}`)].join(', ');

  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !request.url.startsWith('/api/')) return undefined;
    // Whoever asks from elsewhere gets another answer: no cache may mix them up.
    reply.header('vary', 'Origin');
    const key = keyOf(request);
    if (isPreflight(request)) {
      const organizationId = key === undefined ? undefined : organizationOfToken(key);
      if (key !== undefined && organizationId === undefined) return undefined;
      if (!(await hosts.isAllowed(origin, organizationId))) return undefined;
      return answerPreflight(reply, origin);
    }
    const organizationId = key === undefined ? undefined : organizationOfToken(key);
    if (organizationId === undefined) return undefined;
    if (!(await hosts.isAllowed(origin, organizationId))) {
      // Pages that are served from here read every answer.
      if (hostOf(origin) === request.host) return undefined;
      throw new ApiError('invalid_key', 'The verification token may not be used by pages of this origin.');
    }
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
    return undefined;
  });
}

/** Undefined for an opaque origin. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(reply: FastifyReply, origin: string): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': String(MAX_AGE_SECONDS),
    })
    .send();
}
