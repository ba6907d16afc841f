import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';
import { generateSigningSecret, rotateSecrets, signatureHeaders } from './signing-secrets.ts';

const HOUR_MS = 3_600_000;
const seal = createSeal('a secret of the service', 'test');
const payload = '{"event":"webhook.test"}';
// The receiver's library compares with the real time.
const now = new Date();
const later = (ms: number) => new Date(now.getTime() + ms);
const sealed = (text: string, former: Parameters<typeof rotateSecrets>[0] = [], at = now) =>
  rotateSecrets(former, { text, webhookId: 'hook', at }, seal);
const sign = (secrets: Parameters<typeof signatureHeaders>[0], at = now) =>
  signatureHeaders(secrets, { webhookId: 'hook', eventId: 'event', payload, at }, seal);

describe('signatures', () => {
  it('are what a receiver verifies with its secret', () => {
    const secret = generateSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = sign(sealed(secret));
    expect(new Webhook(secret).verify(payload, headers)).toEqual({ event: 'webhook.test' });
    expect(() => new Webhook(generateSigningSecret()).verify(payload, headers)).toThrow(
      'No matching signature',
    );
  });

  it('hold for the former secret too, for 24 hours after a rotation', () => {
    const [former, latter] = [generateSigningSecret(), generateSigningSecret()];
    const secrets = sealed(latter, sealed(former, [], later(-24 * HOUR_MS)), later(-24 * HOUR_MS + 1_000));
    for (const secret of [former, latter])
      expect(new Webhook(secret).verify(payload, sign(secrets))).toBeDefined();
    expect(sign(secrets, later(1_000))['webhook-signature'].split(' ')).toHaveLength(1);
  });

  it('do not grow without end', () => {
    let secrets = sealed(generateSigningSecret());
    for (let at = 0; at < 10; at += 1) secrets = sealed(generateSigningSecret(), secrets, later(at));
    expect(sign(secrets)['webhook-signature'].split(' ')).toHaveLength(5);
    expect(sealed(generateSigningSecret(), secrets, later(48 * HOUR_MS))).toHaveLength(2);
  });

  it('hide the secrets at rest', () => {
    expect(JSON.stringify(sealed('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))).not.toContain('MfKQ');
  });
});
