import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Seal } from './seal.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A signing secret at rest. */
export interface SealedSecret {
  readonly sealed: string;
  /** ISO 8601; null for the one in force. */
  readonly expiresAt: string | null;
}

/** How long a former secret goes on signing. */
const FORMER_SECRET_TTL_MS = 24 * 60 * 60 * 1000;

/** Each secret adds a signature to every request; who rotates more often within a day gives up the oldest. */
const SECRETS_MAX = 5;

/** Makes a signing secret, `whsec_` and base64. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The secrets of a webhook with a new one in front; the former ones go on signing for 24 hours. */
export function rotateSecrets(
  former: readonly SealedSecret[],
  secret: { readonly text: string; readonly webhookId: string; readonly at: Date },
  seal: Seal,
): SealedSecret[] {
  const expiresAt = new Date(secret.at.getTime() + FORMER_SECRET_TTL_MS).toISOString();
  const kept = former
    .filter((each) => isInForce(each, secret.at))
    .map((each) => ({ ...each, expiresAt: each.expiresAt ?? expiresAt }));
  return [{ sealed: seal.seal(secret.text, secret.webhookId), expiresAt: null }, ...kept].slice(
    0,
    SECRETS_MAX,
  );
}

/** What is signed. */
export interface Signed {
  readonly webhookId: string;
  readonly eventId: string;
  readonly payload: string;
  readonly at: Date;
}

/** The headers of Standard Webhooks, with a signature for every secret in force. */
export function signatureHeaders(secrets: readonly SealedSecret[], signed: Signed, seal: Seal) {
  const { webhookId, eventId, payload, at } = signed;
  const signatures = secrets
    .filter((each) => isInForce(each, at))
    .map(({ sealed }) => new Webhook(seal.open(sealed, webhookId)).sign(eventId, at, payload));
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

function isInForce({ expiresAt }: SealedSecret, at: Date): boolean {
  return expiresAt === null || new Date(expiresAt) > at;
}
