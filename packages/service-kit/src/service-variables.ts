import { join } from 'node:path';
import { z } from 'zod';

/** A whole number in an environment variable. */
export const integerVariable = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** A secret that a deployment's replicas share. */
export const secretVariable = z.string().min(16, 'must have at least 16 characters').optional();

/** The variables that every service reads, for its own `z.object`. */
export const serviceVariables = {
  ENVIRONMENT: z.enum(['development', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  LIVENESS_PORT: integerVariable(0, 65_535).default(8000),
  DATA_DIR: z.string().default('./data'),
  WEIGHTS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  TOKEN_SECRET: secretVariable,
  SETTINGS_ENCRYPTION_KEY: secretVariable,
};

/** What every service can be told from outside. */
export interface ServiceConfig {
  readonly environment: 'development' | 'production';
  readonly host: string;
  readonly dataDir: string;
  /** Folder of the converted nets. */
  readonly weightsDir: string;
  /** PostgreSQL; the embedded database under `dataDir` when absent. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly logLevel: string;
  /** Whether events may be posted to loopback and private addresses. */
  readonly webhookAllowPrivate: boolean;
}

type ServiceValues = z.output<z.ZodObject<typeof serviceVariables>>;

/** Reads {@link ServiceConfig} from the variables. */
export function serviceConfigOf(values: ServiceValues): ServiceConfig {
  return {
    environment: values.ENVIRONMENT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    weightsDir: values.WEIGHTS_DIR ?? join(values.DATA_DIR, 'weights'),
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
  };
}

/** Whether events stay away from private addresses where they must; give it to `refine` with {@link PRIVATE_WEBHOOKS}. */
export const isWebhookTargetAllowed = (values: ServiceValues): boolean =>
  !values.WEBHOOK_ALLOW_PRIVATE || values.ENVIRONMENT !== 'production';

/** What is wrong when {@link isWebhookTargetAllowed} says no. */
export const PRIVATE_WEBHOOKS = {
  path: ['WEBHOOK_ALLOW_PRIVATE'],
  message: 'is possible outside of production only',
};
