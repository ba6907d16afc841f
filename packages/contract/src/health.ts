import { z } from 'zod';

const dependencyStatus = z.string().describe('`ok`, or `error: ` and the reason.');

/** The `data` of `GET /health`; `degraded` answers 200 as well. */
export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded']).describe('`degraded` when a dependency does not answer.'),
  version: z.string().describe('Version of the service.'),
  environment: z.enum(['production', 'development']).describe('What the deployment is for.'),
  models_loaded: z.array(z.string()).describe('Identifiers of the models that are ready to run.'),
  dependencies: z
    .object({ database: dependencyStatus, redis: dependencyStatus })
    .describe('State of each dependency.'),
});

/** State of the service and of what it depends on. */
export type Health = z.infer<typeof healthSchema>;
