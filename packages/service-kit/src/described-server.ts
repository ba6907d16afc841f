import type { HttpServer } from './http-server.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** The OpenAPI document of a server as text; the server is closed. */
export async function describeServer(server: HttpServer): Promise<string> {
  await server.ready();
  const document = `${JSON.stringify(server.swagger(), undefined, 2)}\n`;
  await server.close();
  return document;
}

/** Stands in for a function of a server that is only described. */
export const neverCalled = () => Promise.reject(new Error('This server is only described.'));

/** Stands in for any part whose functions are never called. */
export const neverUsed = new Proxy({}, { get: () => neverCalled }) as never;

/** Stands in for the metrics. */
export const neverRead: ServiceMetrics = {
  observeRequest: () => undefined,
  contentType: '',
  read: neverCalled,
  close: () => undefined,
};
