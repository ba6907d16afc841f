import { fileURLToPath } from 'node:url';
import { type RoomIceServer, roomIceServerSchema } from '@vivant/contract/room-signal';
import { readConfig } from '@vivant/service-kit/environment';
import type { RateLimit } from '@vivant/service-kit/rate-limiter';
import {
  integerVariable as integer,
  isWebhookTargetAllowed,
  PRIVATE_WEBHOOKS,
  type ServiceConfig,
  serviceConfigOf,
  serviceVariables,
} from '@vivant/service-kit/service-variables';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' });

const iceServers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.array(roomIceServerSchema));

const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be like 50000-50100')
  .transform((text) => {
    const [min = 0, max = 0] = text.split('-').map(Number);
    return { min, max };
  })
  .refine(
    ({ min, max }) => min >= 1024 && min <= max && max <= 65_535,
    'must be ports from 1024 on, in order',
  );

const variables = z
  .object({
    ...serviceVariables,
    BOT_PORT: integer(0, 65_535).default(8100),
    PLATFORM_URL: httpUrl.optional(),
    LIVENESS_URL: httpUrl.optional(),
    PUBLIC_URL: httpUrl.optional(),
    PERSISTENCE: z.stringbool().default(true),
    FACE_GATE: z.stringbool().default(false),
    BG_SEGMENTATION: z.stringbool().default(false),
    COLLECTION_SECONDS: integer(5, 60).default(30),
    SESSION_HOURS_MAX: integer(1, 72).default(12),
    SESSION_RETENTION_DAYS: integer(1, 3650).optional(),
    RATE_LIMIT_BOT: integer(1, 1_000_000).default(240),
    RATE_LIMIT_SIGN_IN: integer(1, 1_000_000).default(10),
    ROOM_ICE_SERVERS: iceServers.default([]),
    ROOM_UDP_PORTS: portRange.optional(),
    GATE_WORKERS: integer(1, 64).default(1),
    MEETING_PROVIDER_URL: httpUrl.optional(),
    MEETING_PROVIDER_KEY: z.string().optional(),
    MEETING_PROVIDER_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  })
  .refine(isWebhookTargetAllowed, PRIVATE_WEBHOOKS)
  .refine((env) => !env.MEETING_PROVIDER_URL === !env.MEETING_PROVIDER_KEY, {
    path: ['MEETING_PROVIDER_KEY'],
    message: 'must be set together with MEETING_PROVIDER_URL',
  })
  .refine((env) => env.PUBLIC_URL !== undefined || env.ENVIRONMENT !== 'production', {
    path: ['PUBLIC_URL'],
    message: 'is required in production',
  });

/** Secrets that the bot shares with its replicas. */
export type BotSecretName = 'TOKEN_SECRET' | 'SETTINGS_ENCRYPTION_KEY';

/** Everything the bot can be told from outside. */
export interface BotConfig extends ServiceConfig {
  /** 0 picks a free port. */
  readonly port: number;
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
  /** How long ten frames of a person may take to collect; more may take longer. */
  readonly collectionSeconds: number;
  /** When a session ends at the latest. */
  readonly sessionHoursMax: number;
  /** How long an ended session and its analyses are kept; for good when undefined. */
  readonly sessionRetentionDays: number | undefined;
  readonly rateLimits: { readonly requests: RateLimit; readonly signIn: RateLimit };
  /** Given to browsers in a room, and used by its bots. */
  readonly iceServers: readonly RoomIceServer[];
  /** UDP ports of bots in rooms; any when undefined. */
  readonly roomPorts: { readonly min: number; readonly max: number } | undefined;
  /** Threads that look at frames; a core takes about 100 frames of 640x480 a second. */
  readonly gateWorkers: number;
  /** A Recall-compatible provider of meetings; undefined leaves the built-in rooms. */
  readonly meetingProvider: MeetingProviderConfig | undefined;
  /** Folder of the built pages. */
  readonly pagesDir: string;
  /** As given; `startBot` completes or demands them. */
  readonly secrets: Readonly<Record<BotSecretName, string | undefined>>;
}

/** How a Recall-compatible provider is reached. */
export interface MeetingProviderConfig {
  readonly baseUrl: URL;
  readonly apiKey: string;
  /** Signs what the provider sends. */
  readonly webhookSecret: string | undefined;
}

/** A configuration whose secrets are all there. */
export interface CompleteBotConfig extends BotConfig {
  readonly secrets: Readonly<Record<BotSecretName, string>>;
}

/** The pages lie beside this app, as far from `src` as from `dist`. */
const PAGES_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Reads the configuration from environment variables.
 *
 * @param ownLiveness address of the verification service of this process, which is asked unless another one is named
 * @throws ConfigError listing every problem
 */
export function readBotConfig(
  env: Record<string, string | undefined> = process.env,
  ownLiveness?: string,
): BotConfig {
  const values = readConfig(variables, env);
  const liveness = ownLiveness ?? `http://127.0.0.1:${values.LIVENESS_PORT}`;
  return {
    ...serviceConfigOf(values),
    port: values.BOT_PORT,
    platformUrl: withoutSlash(values.PLATFORM_URL ?? liveness),
    livenessUrl: withoutSlash(values.LIVENESS_URL ?? liveness),
    publicUrl: values.PUBLIC_URL && withoutSlash(values.PUBLIC_URL),
    persistence: values.PERSISTENCE,
    faceGate: values.FACE_GATE,
    bgSegmentation: values.BG_SEGMENTATION,
    collectionSeconds: values.COLLECTION_SECONDS,
    sessionHoursMax: values.SESSION_HOURS_MAX,
    sessionRetentionDays: values.SESSION_RETENTION_DAYS,
    rateLimits: {
      requests: { requests: values.RATE_LIMIT_BOT, windowSeconds: 60 },
      signIn: { requests: values.RATE_LIMIT_SIGN_IN, windowSeconds: 60 },
    },
    iceServers: values.ROOM_ICE_SERVERS,
    roomPorts: values.ROOM_UDP_PORTS,
    gateWorkers: values.GATE_WORKERS,
    meetingProvider: providerOf(values),
    pagesDir: PAGES_DIR,
    secrets: {
      TOKEN_SECRET: values.TOKEN_SECRET,
      SETTINGS_ENCRYPTION_KEY: values.SETTINGS_ENCRYPTION_KEY,
    },
  };
}

function providerOf(values: z.output<typeof variables>): MeetingProviderConfig | undefined {
  const { MEETING_PROVIDER_URL, MEETING_PROVIDER_KEY, MEETING_PROVIDER_WEBHOOK_SECRET } = values;
  if (!MEETING_PROVIDER_URL || !MEETING_PROVIDER_KEY) return undefined;
  return {
    baseUrl: new URL(MEETING_PROVIDER_URL),
    apiKey: MEETING_PROVIDER_KEY,
    webhookSecret: MEETING_PROVIDER_WEBHOOK_SECRET,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
