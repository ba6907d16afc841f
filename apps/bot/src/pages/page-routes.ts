import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the pages need from the service. */
export interface PageRouteDependencies {
  /** Folder of the built pages. */
  readonly pagesDir: string;
}

/** One built page shows what its address says. */
const PATHS = ['/interview/*', '/room', '/room/*', '/signin', '/history', '/settings'];

/**
 * Nothing is loaded from elsewhere except the picture that an organization has chosen for its bot. An address can carry an
 * interview token, so it is not told to others.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Adds the pages for people. A deployment without built pages answers 404. */
export async function addPageRoutes(server: HttpServer, { pagesDir }: PageRouteDependencies): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(pagesDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // Their names contain their content.
    immutable: true,
    maxAge: '365d',
    schemaHide: true,
    suppressWarning: true,
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  });

  async function answerPage(_request: FastifyRequest, reply: FastifyReply) {
    const page = await readPage(join(pagesDir, 'index.html'));
    return reply
      .headers(HEADERS)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  }

  for (const path of PATHS) server.get(path, { schema: { hide: true } }, answerPage);
  server.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/history'));
}

/** Read anew each time: it is small, and a deployment may replace it. */
async function readPage(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ApiError('not_found', 'The pages of this deployment are not built.', { cause: error });
  }
}
