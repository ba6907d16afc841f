import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@vivant/service-kit/environment';
import type { RateLimit } from '@vivant/service-kit/rate-limiter';
import {
  integerVariable as integer,
  isWebhookTargetAllowed,
  PRIVATE_WEBHOOKS,
  type ServiceConfig,
  secretVariable,
  serviceConfigOf,
  serviceVariables,
} from '@vivant/service-kit/service-variables';
import { z } from 'zod';
import type { RateLimitName } from './limits/rate-limits.ts';
import type { S3Options } from './objects/s3-object-store.ts';

const MEBIBYTE = 1024 * 1024;

/** Fixed keys may have any form a secret store produces, but must be recognisable and out of reach of guessing. */
const fixedKey = z
  .string()
  .regex(/^sk-[\w-]{16,128}$/, 'must be "sk-" and 16 to 128 letters, digits, "-" or "_"')
  .optional();

/** What a process may do. */
export const ROLES = ['liveness', 'worker', 'bot'] as const;

/** What a process may do: answer requests, judge queued videos, attend meetings. */
export type Role = (typeof ROLES)[number];

const roleList = z
  .string()
  .transform((text) => new Set(text.split(',').map((role) => role.trim())))
  .pipe(z.set(z.enum(ROLES, `must be a comma-separated list of ${ROLES.join(', ')}`)).min(1));

const variables = z
  .object({
    ...serviceVariables,
    INFERENCE_WORKERS: integer(1, 256).default(() => availableParallelism()),
    MODEL_HEADER_PREFIX: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/, 'must be letters, digits and "-"')
      .default('X-Service'),
    FRAME_BYTES_MAX: integer(1, 64 * MEBIBYTE).default(8 * MEBIBYTE),
    SESSION_BYTES_MAX: integer(1024, 2048 * MEBIBYTE).default(192 * MEBIBYTE),
    FRAME_BUFFER_BYTES_MAX: integer(1024, Number.MAX_SAFE_INTEGER).default(2048 * MEBIBYTE),
    FRAME_MEMORY_BYTES_MAX: integer(0, Number.MAX_SAFE_INTEGER).default(128 * MEBIBYTE),
    UPLOAD_BYTES_MAX: integer(1024, Number.MAX_SAFE_INTEGER).default(16 * 1024 * MEBIBYTE),
    BODY_BYTES_MAX: integer(1024, 512 * MEBIBYTE).default(96 * MEBIBYTE),
    RATE_LIMIT_CHECK: integer(1, 1_000_000).default(240),
    RATE_LIMIT_VIDEO: integer(1, 1_000_000).default(30),
    BOOTSTRAP_ORGANIZATION: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and "-"')
      .default('demo'),
    BOOTSTRAP_CREDITS: integer(0, 2_000_000_000).default(10_000),
    BOOTSTRAP_API_KEY: fixedKey,
    BOOTSTRAP_BOT_KEY: fixedKey,
    APP_TOKEN: secretVariable,
    SERVICES: roleList.default(() => new Set(ROLES)),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    FFMPEG_PATH: z.string().optional(),
    VIDEO_BYTES_MAX: integer(1024, 2048 * MEBIBYTE).default(200 * MEBIBYTE),
    VIDEO_CONCURRENCY: integer(1, 64).default(1),
    VIDEO_RETENTION_DAYS: integer(1, 3650).optional(),
    VIDEO_URL_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  })
  .refine((env) => env.S3_BUCKET || !(env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY), {
    path: ['S3_BUCKET'],
    message: 'must be set with the other S3_ variables',
  })
  .refine((env) => !env.S3_ACCESS_KEY_ID === !env.S3_SECRET_ACCESS_KEY, {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'must be set together with S3_ACCESS_KEY_ID',
  })
  .refine((env) => env.ENVIRONMENT !== 'production' || env.VIDEO_URL_ALLOW_PRIVATE === 'false', {
    path: ['VIDEO_URL_ALLOW_PRIVATE'],
    message: 'is not possible in production',
  })
  .refine((env) => !env.BOOTSTRAP_API_KEY || env.BOOTSTRAP_API_KEY !== env.BOOTSTRAP_BOT_KEY, {
    path: ['BOOTSTRAP_BOT_KEY'],
    message: 'must differ from BOOTSTRAP_API_KEY',
  })
  .refine(isWebhookTargetAllowed, PRIVATE_WEBHOOKS);

/** Everything the liveness service can be told from outside. */
export interface LivenessConfig extends ServiceConfig {
  /** 0 picks a free port. */
  readonly port: number;
  readonly inferenceWorkers: number;
  /** Folder of the model manifests. */
  readonly modelsDir: string;
  readonly modelHeaderPrefix: string;
  /** Largest encoded frame. */
  readonly frameBytesMax: number;
  /** Bytes of the frames that one session may buffer. */
  readonly sessionBytesMax: number;
  /** Bytes of all frames of streams that wait in this process, in memory and in files. */
  readonly frameBufferBytesMax: number;
  /** Of them, those that stay in memory. */
  readonly frameMemoryBytesMax: number;
  /** Bytes of all uploaded frames that wait in the object store. */
  readonly uploadBytesMax: number;
  /** Largest JSON body. */
  readonly bodyBytesMax: number;
  /** Requests a minute that a key may make to each endpoint. */
  readonly rateLimits: Readonly<Record<RateLimitName, RateLimit>>;
  /** What the first start creates; undefined when nothing is to be created. */
  readonly bootstrap: BootstrapConfig | undefined;
  /** What this process does. */
  readonly roles: ReadonlySet<Role>;
  /** Object store for videos; files under `dataDir` when absent. */
  readonly s3: S3Options | undefined;
  /** ffmpeg to decode videos with; undefined leaves the choice to the video package. */
  readonly ffmpegPath: string | undefined;
  /** Largest video. */
  readonly videoBytesMax: number;
  /** Videos a worker judges at once. */
  readonly videoConcurrency: number;
  /** How long a decided submission can be polled; for good when undefined. */
  readonly videoRetentionDays: number | undefined;
  /** Whether `video_url` may lead to private addresses; never in production. */
  readonly videoUrlAllowPrivate: boolean;
  /** As given; `startLiveness` completes or demands them. */
  readonly secrets: Readonly<Record<SecretName, string | undefined>>;
}

/** Secrets of a deployment, which all its replicas share. */
export type SecretName = 'APP_TOKEN' | 'TOKEN_SECRET' | 'SETTINGS_ENCRYPTION_KEY';

/** A configuration whose secrets are all there. */
export interface CompleteConfig extends LivenessConfig {
  readonly secrets: Readonly<Record<SecretName, string>>;
}

/** The first organization and its keys. */
export interface BootstrapConfig {
  readonly organization: string;
  readonly credits: number;
  readonly apiKey: string | undefined;
  readonly botKey: string | undefined;
  /** Whether to make the keys that are not given. */
  readonly generatesKeys: boolean;
}

/** The manifests lie in the repository's `models` folder, as far from `src` as from `dist`. */
const MODELS_DIR = fileURLToPath(new URL('../../../models', import.meta.url));

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError listing every problem
 */
export function readLivenessConfig(env: Record<string, string | undefined> = process.env): LivenessConfig {
  const values = readConfig(variables, env);
  return {
    ...serviceConfigOf(values),
    port: values.LIVENESS_PORT,
    inferenceWorkers: values.INFERENCE_WORKERS,
    modelsDir: MODELS_DIR,
    modelHeaderPrefix: values.MODEL_HEADER_PREFIX,
    frameBytesMax: values.FRAME_BYTES_MAX,
    sessionBytesMax: values.SESSION_BYTES_MAX,
    frameBufferBytesMax: values.FRAME_BUFFER_BYTES_MAX,
    frameMemoryBytesMax: values.FRAME_MEMORY_BYTES_MAX,
    uploadBytesMax: values.UPLOAD_BYTES_MAX,
    bodyBytesMax: values.BODY_BYTES_MAX,
    rateLimits: { check: perMinute(values.RATE_LIMIT_CHECK), video: perMinute(values.RATE_LIMIT_VIDEO) },
    bootstrap: bootstrapOf(values),
    roles: values.SERVICES,
    s3: s3Of(values),
    ffmpegPath: values.FFMPEG_PATH,
    videoBytesMax: values.VIDEO_BYTES_MAX,
    videoConcurrency: values.VIDEO_CONCURRENCY,
    videoRetentionDays: values.VIDEO_RETENTION_DAYS,
    videoUrlAllowPrivate: values.VIDEO_URL_ALLOW_PRIVATE === 'true',
    secrets: {
      APP_TOKEN: values.APP_TOKEN,
      TOKEN_SECRET: values.TOKEN_SECRET,
      SETTINGS_ENCRYPTION_KEY: values.SETTINGS_ENCRYPTION_KEY,
    },
  };
}

function perMinute(requests: number): RateLimit {
  return { requests, windowSeconds: 60 };
}

function s3Of(values: z.output<typeof variables>): S3Options | undefined {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_BUCKET) return undefined;
  const hasKeys = S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY;
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    credentials: hasKeys
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined,
  };
}

/** In production a generated key would end up in a log collector, so only given keys are created. */
function bootstrapOf(values: z.output<typeof variables>): BootstrapConfig | undefined {
  const generatesKeys = values.ENVIRONMENT === 'development';
  if (!generatesKeys && !values.BOOTSTRAP_API_KEY) return undefined;
  return {
    organization: values.BOOTSTRAP_ORGANIZATION,
    credits: values.BOOTSTRAP_CREDITS,
    apiKey: values.BOOTSTRAP_API_KEY,
    botKey: values.BOOTSTRAP_BOT_KEY,
    generatesKeys,
  };
}
