import type { HttpServer } from './http-server.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** What the route needs from the service. */
export interface MetricsDependencies {
  readonly metrics: ServiceMetrics;
}

/** Counts the requests to the routes added after it. */
export function countRequests(server: HttpServer, { metrics }: MetricsDependencies): void {
  server.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

/**
 * Adds `GET /metrics`. It asks for no key: it names no caller and no content, and is for whoever reaches the
 * bind address. A proxy that faces the Internet must not pass it on.
 */
export function addMetricsRoute(server: HttpServer, { metrics }: MetricsDependencies): void {
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  );
}
