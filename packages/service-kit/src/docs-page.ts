import apiReference from '@scalar/fastify-api-reference';
import type { HttpServer } from './http-server.ts';

/** The page may load and call this service, and nothing else: not even a font from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');

/** Adds the interactive reference of `/openapi.json` at `/docs/`; its script comes from this server. */
export async function addDocsPage(server: HttpServer, pageTitle: string): Promise<void> {
  await server.register(apiReference, {
    routePrefix: '/docs',
    logLevel: 'warn',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
        done();
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
