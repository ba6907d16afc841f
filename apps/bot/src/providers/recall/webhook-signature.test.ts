import { createManualClock } from '@vivant/service-kit/testing/manual-clock';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ReplayGuard, WebhookVerifier } from './webhook-signature.ts';

const SECRET = `whsec_${Buffer.from('twenty-four bytes or more').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('some other bytes to sign').toString('base64')}`;
const AT = new Date('2026-01-01T10:00:00Z');

function headers(prefix = 'webhook', { secret = SECRET, body = '{}', at = AT } = {}) {
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(at.getTime() / 1000),
    [`${prefix}-signature`]: `v1a,nonsense ${new Webhook(secret).sign('msg_1', at, body)}`,
  };
}

describe('webhook verifier', () => {
  const clock = createManualClock(AT);
  const verifier = new WebhookVerifier(SECRET, clock);
  const signed = { id: 'msg_1', timestamp: AT.getTime() / 1000 };

  it.each(['webhook', 'svix'])('takes what the reference implementation signed, as %s', (prefix) => {
    expect(verifier.verify(headers(prefix), '{}')).toEqual(signed);
  });

  it('takes the empty payload of an upgrade', () => {
    expect(verifier.verify(headers('webhook', { body: '' }), '')).toEqual(signed);
  });

  it.each([
    ['another secret', headers('webhook', { secret: OTHER }), '{}'],
    ['another body', headers(), '{"a":1}'],
    ['another id', { ...headers(), 'webhook-id': 'msg_2' }, '{}'],
    ['another time', { ...headers(), 'webhook-timestamp': '1767261601' }, '{}'],
    ['a time that is no number', { ...headers(), 'webhook-timestamp': 'now' }, '{}'],
    ['no signature', { ...headers(), 'webhook-signature': undefined }, '{}'],
    ['an empty signature', { ...headers(), 'webhook-signature': 'v1,' }, '{}'],
    ['an old recording', headers('webhook', { at: new Date(AT.getTime() - 301_000) }), '{}'],
    ['a time to come', headers('webhook', { at: new Date(AT.getTime() + 301_000) }), '{}'],
  ])('refuses %s', (_what, given, body) => {
    expect(verifier.verify(given, body)).toBeUndefined();
  });

  it('does not start with a secret that is none', () => {
    expect(() => new WebhookVerifier('whsec_', clock)).toThrow(/not base64/);
  });
});

describe('replay guard', () => {
  it('knows a request for as long as its signature holds, and forgets it then', () => {
    const clock = createManualClock(AT);
    const guard = new ReplayGuard(clock);

    expect(guard.isFirst('a')).toBe(true);
    clock.advance(600_000);
    expect(guard.isFirst('a')).toBe(false);
    clock.advance(1);
    expect(guard.isFirst('a')).toBe(true);
  });
});
