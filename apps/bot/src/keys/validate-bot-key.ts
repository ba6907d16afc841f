import { createHash } from 'node:crypto';
import { botKeyValidationSchema } from '@vivant/contract/bot-key-validation';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import { z } from 'zod';

/** Whom a bot key speaks for. */
export interface BotCaller {
  readonly organizationId: number;
  readonly botDisplayName: string;
  readonly logoUrl: string | undefined;
  /** Whether checks can be billed: false only when the platform says that no key is linked. */
  readonly canBill: boolean;
  /** The key itself, for the checks that the verification service bills. Lives in memory only. */
  readonly botKey: string;
}

/** Asks the platform whom a bot key speaks for. */
export type ValidateBotKey = (key: string) => Promise<BotCaller>;

export interface ValidateBotKeyOptions {
  /** Base address of the platform. */
  readonly platformUrl: string;
  readonly clock: Clock;
}

/** A revoked key goes on working for this long at most. */
const VALID_TTL_MS = 3_000;

/** Keeps a client that repeats a wrong key from being passed on each time. */
const INVALID_TTL_MS = 1_000;

const ANSWERS_MAX = 1_000;
const TIMEOUT_MS = 5_000;

const KEY = /^sk-[\w-]{13,253}$/;

/** A platform of another make may not know linked keys: then the verification service is left to decide. */
const answerSchema = z.object({
  success: z.literal(true),
  data: botKeyValidationSchema.extend({ linked_key_id: z.string().nullable().optional() }),
});

interface Answer {
  readonly caller: Promise<BotCaller>;
  expiresMs: number;
}

/**
 * Builds the validation with a short memory; requests with the same key at the same time ask once.
 * @throws ApiError `invalid_key`, `account_refused`, `service_unavailable` when the platform gives no answer
 */
export function createValidateBotKey({ platformUrl, clock }: ValidateBotKeyOptions): ValidateBotKey {
  /** By the hash of the key; in order of asking. */
  const answers = new Map<string, Answer>();

  function ask(key: string): Answer {
    const answer: Answer = { caller: validate(platformUrl, key), expiresMs: Number.POSITIVE_INFINITY };
    const expireIn = (ttlMs: number) => {
      answer.expiresMs = clock.monotonicMs() + ttlMs;
    };
    answer.caller.then(
      () => expireIn(VALID_TTL_MS),
      (error: unknown) =>
        expireIn(error instanceof ApiError && error.code === 'invalid_key' ? INVALID_TTL_MS : 0),
    );
    return answer;
  }

  return (key) => {
    if (!KEY.test(key)) return Promise.reject(invalidKey());
    const id = createHash('sha256').update(key).digest('hex');
    const known = answers.get(id);
    if (known && known.expiresMs > clock.monotonicMs()) return known.caller;
    const asked = ask(key);
    answers.delete(id);
    answers.set(id, asked);
    const [oldest] = answers.keys();
    if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    return asked.caller;
  };
}

async function validate(platformUrl: string, key: string): Promise<BotCaller> {
  const { status, body } = await post(`${platformUrl}/api/auth/v1/org-bot-keys/validate/`, { key });
  if (status === 401 || status === 404) throw invalidKey();
  if (status === 402 || status === 403)
    throw new ApiError('account_refused', 'The platform refuses the account of this bot key.');
  const answer = answerSchema.safeParse(body);
  if (status !== 200 || !answer.success) throw unreachable();
  const { data } = answer.data;
  return {
    organizationId: data.organization_id,
    botDisplayName: data.bot_display_name,
    logoUrl: data.logo_url || undefined,
    canBill: data.linked_key_id !== null,
    botKey: key,
  };
}

async function post(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? await response.json() : undefined };
  } catch (error) {
    throw unreachable(error);
  }
}

function invalidKey(): ApiError {
  return new ApiError('invalid_key', 'The bot key is wrong, expired or revoked.');
}

function unreachable(cause?: unknown): ApiError {
  return new ApiError(
    'service_unavailable',
    'The bot key cannot be validated at the moment: the platform gives no answer. Try again shortly.',
    { headers: { 'retry-after': '2' }, cause },
  );
}
