import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import { answer, errorAnswers } from '../openapi/answers.ts';
import type { BotHealth } from './read-health.ts';

/** What the health routes report about. */
export interface HealthRouteDependencies {
  readonly readHealth: () => Promise<BotHealth>;
  /** Whether a session can be started now, as far as this process is concerned. */
  readonly isReady: () => Promise<boolean>;
}

/** By which a deployment recognises itself at its public address. */
const SERVICE = 'vivant-bot';

const probe = z.object({ status: z.literal('ok'), service: z.literal(SERVICE) });
const sign = { status: 'ok', service: SERVICE } as const;

const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded']),
  version: z.string(),
  environment: z.enum(['development', 'production']),
  sessions: z.int().describe('Sessions that this process runs.'),
  dependencies: z
    .object({ database: z.string(), redis: z.string(), verification_service: z.string() })
    .describe('`ok`, or `error: ...`.'),
});

const common = { tags: ['health'], security: [] };

/** Adds `GET /health`, `/livez` and `/readyz`; none needs a key. */
export function addHealthRoutes(server: HttpServer, dependencies: HealthRouteDependencies): void {
  const { readHealth, isReady } = dependencies;
  server.get(
    '/health',
    {
      schema: {
        ...common,
        operationId: 'health',
        summary: 'Read the state of the bot and of what it depends on',
        response: { 200: answer('The state.', healthSchema) },
      },
    },
    readHealth,
  );

  server.get(
    '/livez',
    {
      schema: {
        ...common,
        operationId: 'livez',
        summary: 'Ask whether the process runs',
        response: { 200: answer('The process runs.', probe) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return sign;
    },
  );

  server.get(
    '/readyz',
    {
      schema: {
        ...common,
        operationId: 'readyz',
        summary: 'Ask whether sessions can be started now',
        response: { 200: answer('The database answers.', probe), ...errorAnswers(503) },
      },
    },
    async () => {
      if (!(await isReady())) throw new ApiError('service_unavailable', 'The bot is not ready.');
      return sign;
    },
  );
}
