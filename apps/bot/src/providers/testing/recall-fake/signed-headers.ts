import { createHmac, randomUUID } from 'node:crypto';

/** The provider's signature of a request; none as long as there is no secret. */
export function signedHeaders(secret: string | undefined, payload: string): Record<string, string> {
  if (secret === undefined) return {};
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
