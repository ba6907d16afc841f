import { fileURLToPath } from 'node:url';
import { readConfig } from '@vivant/service-kit/environment';
import type { RateLimit } from '@vivant/service-kit/rate-limiter';
import { z } from 'zod';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' });

const variables = z
  .object({
    ENVIRONMENT: z.enum(['development', 'production']).default('development'),
    HOST: z.string().default('127.0.0.1'),
    LIVENESS_PORT: integer(0, 65_535).default(8000),
    BOT_PORT: integer(0, 65_535).default(8100),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    PLATFORM_URL: httpUrl.optional(),
    LIVENESS_URL: httpUrl.optional(),
    PUBLIC_URL: httpUrl.optional(),
    PERSISTENCE: z.stringbool().default(true),
    FACE_GATE: z.stringbool().default(false),
    BG_SEGMENTATION: z.stringbool().default(false),
    SESSION_HOURS_MAX: integer(1, 72).default(12),
    WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
    RATE_LIMIT_BOT: integer(1, 1_000_000).default(240),
    RATE_LIMIT_SIGN_IN: integer(1, 1_000_000).default(10),
    TOKEN_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    SETTINGS_ENCRYPTION_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  })
  .refine((env) => !env.WEBHOOK_ALLOW_PRIVATE || env.ENVIRONMENT !== 'production', {
    path: ['WEBHOOK_ALLOW_PRIVATE'],
    message: 'is possible outside of production only',
  })
  .refine((env) => env.PUBLIC_URL !== undefined || env.ENVIRONMENT !== 'production', {
    path: ['PUBLIC_URL'],
    message: 'is required in production',
  });

/** Secrets that the bot shares with its replicas. */
export type BotSecretName = 'TOKEN_SECRET' | 'SETTINGS_ENCRYPTION_KEY';

/** Everything the bot can be told from outside. */
export interface BotConfig {
  readonly environment: 'development' | 'production';
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL; the embedded database under `dataDir` when absent. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly logLevel: string;
  /** Who validates bot keys, without a slash at the end. */
  readonly platformUrl: string;
  /** Who judges frames. */
  readonly livenessUrl: string;
  /** Where others reach this bot; the address it listens on when undefined. */
  readonly publicUrl: string | undefined;
  /** Whether analyses are kept. */
  readonly persistence: boolean;
  /** What a session does that does not say. */
  readonly faceGate: boolean;
  readonly bgSegmentation: boolean;
  /** When a session ends at the latest. */
  readonly sessionHoursMax: number;
  /** Whether callbacks may lead to loopback and private addresses. */
  readonly webhookAllowPrivate: boolean;
  readonly rateLimits: { readonly requests: RateLimit; readonly signIn: RateLimit };
  /** Folder of the built pages. */
  readonly pagesDir: string;
  /** As given; `startBot` completes or demands them. */
  readonly secrets: Readonly<Record<BotSecretName, string | undefined>>;
}

/** A configuration whose secrets are all there. */
export interface CompleteBotConfig extends BotConfig {
  readonly secrets: Readonly<Record<BotSecretName, string>>;
}

/** The pages lie beside this app, as far from `src` as from `dist`. */
const PAGES_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError listing every problem
 */
export function readBotConfig(env: Record<string, string | undefined> = process.env): BotConfig {
  const values = readConfig(variables, env);
  const ownLiveness = `http://127.0.0.1:${values.LIVENESS_PORT}`;
  return {
    environment: values.ENVIRONMENT,
    host: values.HOST,
    port: values.BOT_PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    platformUrl: withoutSlash(values.PLATFORM_URL ?? ownLiveness),
    livenessUrl: withoutSlash(values.LIVENESS_URL ?? ownLiveness),
    publicUrl: values.PUBLIC_URL && withoutSlash(values.PUBLIC_URL),
    persistence: values.PERSISTENCE,
    faceGate: values.FACE_GATE,
    bgSegmentation: values.BG_SEGMENTATION,
    sessionHoursMax: values.SESSION_HOURS_MAX,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    rateLimits: {
      requests: { requests: values.RATE_LIMIT_BOT, windowSeconds: 60 },
      signIn: { requests: values.RATE_LIMIT_SIGN_IN, windowSeconds: 60 },
    },
    pagesDir: PAGES_DIR,
    secrets: {
      TOKEN_SECRET: values.TOKEN_SECRET,
      SETTINGS_ENCRYPTION_KEY: values.SETTINGS_ENCRYPTION_KEY,
    },
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
