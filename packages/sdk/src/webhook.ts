/** What a webhook request brings. */
export interface WebhookRequest {
  /** The headers, as `Headers` or as Node has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it arrived: parsed and written again it is another one. */
  readonly body: string | Uint8Array;
}

/** How webhooks are verified. */
export interface VerifyWebhookOptions {
  /** The signing secret (`whsec_...`), or several while it is being replaced. */
  readonly secret: string | readonly string[];
  /** How far the time of the request may lie from now, in seconds; 300 if absent. */
  readonly toleranceSeconds?: number | undefined;
  /** The time in milliseconds since 1970, for tests. */
  readonly now?: (() => number) | undefined;
}

/** A webhook that was verified. */
export interface VerifiedWebhook<Payload> {
  /** The same in every attempt to deliver the event: skip what you have seen. */
  readonly id: string;
  readonly timestamp: Date;
  readonly payload: Payload;
}

/** Why a webhook is not to be trusted. */
export type WebhookFault = 'missing-headers' | 'wrong-time' | 'wrong-signature' | 'malformed-body';

/** A webhook that is not to be trusted; answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const SIGNATURE_VERSION = 'v1';

/**
 * Verifies a webhook as Standard Webhooks describes (https://www.standardwebhooks.com) and gives its payload.
 * @throws WebhookVerificationError when it is not to be trusted; TypeError when a secret is none
 */
export async function verifyWebhook<Payload>(
  { headers, body }: WebhookRequest,
  { secret, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyWebhookOptions,
): Promise<VerifiedWebhook<Payload>> {
  const id = headerOf(headers, 'webhook-id');
  const seconds = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !seconds || !signatures)
    throw new WebhookVerificationError(
      'missing-headers',
      'A webhook needs webhook-id, -timestamp and -signature.',
    );
  const isTime = /^\d{1,12}$/.test(seconds);
  if (!isTime || Math.abs(now() / 1000 - Number(seconds)) > toleranceSeconds)
    throw new WebhookVerificationError('wrong-time', 'The webhook is too old, or from the future.');
  const keys = await Promise.all([secret].flat().map(importSecret));
  const signed = signedBytes(`${id}.${seconds}.`, body);
  if (!(await isSigned(keys, signatures, signed)))
    throw new WebhookVerificationError('wrong-signature', 'No signature of the webhook is right.');
  return { id, timestamp: new Date(Number(seconds) * 1000), payload: parseBody(body) as Payload };
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return typeof value === 'object' ? value[0] : value;
}

/** Libraries name this type differently. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function importSecret(secret: string): Promise<HmacKey> {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = fromBase64(encoded);
  if (!bytes || bytes.length === 0) throw new TypeError('A webhook secret is whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** While a secret is being replaced there are several signatures, separated by spaces. */
async function isSigned(
  keys: readonly HmacKey[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const entry of signatures.split(' ')) {
    const [version, encoded = ''] = entry.split(',', 2);
    const signature = version === SIGNATURE_VERSION ? fromBase64(encoded) : undefined;
    if (!signature) continue;
    // WebCrypto compares in constant time.
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function signedBytes(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const start = encoder.encode(head);
  const rest = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(start.length + rest.length);
  bytes.set(start);
  bytes.set(rest, start.length);
  return bytes;
}

function parseBody(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('malformed-body', 'The webhook is no JSON.');
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
