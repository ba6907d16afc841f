import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http-server.ts';

/** Logs each answered or abandoned request by its route; paths and query strings can carry tokens. */
export function logRequests(server: HttpServer): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method, log } = request;
    const durationMs = Math.round(reply.elapsedTime);
    log.info({ method, route: routeOf(request), status: reply.statusCode, durationMs }, 'request answered');
  });
  server.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, route: routeOf(request) }, 'client hung up');
  });
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
