import { successEnvelope } from '@vivant/contract/envelope';
import { type Health, healthSchema } from '@vivant/contract/health';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import { errorResponses } from '../openapi/operation.ts';

/** What the health routes report about. */
export interface HealthDependencies {
  readonly readHealth: () => Promise<Health>;
  /** Whether a check sent now can be judged and stored. */
  readonly isReady: () => Promise<boolean>;
}

const probe = z.object({ status: z.literal('ok') });

const ok = (description: string, data: z.ZodType) => ({
  200: { description, content: { 'application/json': { schema: successEnvelope(data) } } },
});

const common = { tags: ['health'], security: [] };

/** Adds `GET /health`, `/livez` and `/readyz`; none needs a key. */
export function addHealthRoutes(server: HttpServer, { readHealth, isReady }: HealthDependencies): void {
  server.get(
    '/health',
    {
      schema: {
        ...common,
        operationId: 'health',
        summary: 'Read the state of the service',
        response: ok('The state of the service and of what it depends on.', healthSchema),
      },
    },
    async () => {
      const health = await readHealth();
      return { data: health, success: true as const, message: `The service is ${health.status}.` };
    },
  );

  server.get(
    '/livez',
    {
      schema: {
        ...common,
        operationId: 'livez',
        summary: 'Ask whether the process runs',
        response: ok('The process runs.', probe),
      },
    },
    async () => ({ data: { status: 'ok' as const }, success: true as const, message: 'The process runs.' }),
  );

  server.get(
    '/readyz',
    {
      schema: {
        ...common,
        operationId: 'readyz',
        summary: 'Ask whether checks can be judged now',
        response: {
          ...ok('The models are loaded and the database answers.', probe),
          ...errorResponses(['service_unavailable']),
        },
      },
    },
    async () => {
      if (!(await isReady())) throw new ApiError('service_unavailable', 'The service is not ready.');
      return { data: { status: 'ok' as const }, success: true as const, message: 'The service is ready.' };
    },
  );
}
