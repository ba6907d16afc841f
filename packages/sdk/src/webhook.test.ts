import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookRequest } from './webhook.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const FORMER = `whsec_${Buffer.from('the secret before this on').toString('base64')}`;
const BODY = '{"event":"check.completed","session_id":null,"timestamp":"t","data":{"name":"Zoë"}}';

function sign(secret: string, { id = 'msg_1', seconds = NOW / 1000, body = BODY } = {}): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

function request(difference: Partial<Record<string, string>> = {}, body: WebhookRequest['body'] = BODY) {
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW / 1000),
    'webhook-signature': sign(SECRET),
  };
  for (const [name, value] of Object.entries(difference)) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return { headers, body };
}

const verify = (arrived: WebhookRequest, secret: string | string[] = SECRET) =>
  verifyWebhook(arrived, { secret, now: () => NOW });

describe('verifyWebhook', () => {
  it('gives id, time and payload of a signed request', async () => {
    expect(await verify(request())).toEqual({
      id: 'msg_1',
      timestamp: new Date(NOW),
      payload: JSON.parse(BODY),
    });
  });

  it('takes the headers of fetch and of Node, and the body as bytes', async () => {
    const { headers } = request();
    const bytes = new TextEncoder().encode(BODY);
    expect(await verify({ headers: new Headers(headers), body: bytes })).toMatchObject({ id: 'msg_1' });
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verify({ headers: upper, body: bytes })).toMatchObject({ id: 'msg_1' });
  });

  it('accepts any right one of several signatures, of any of several secrets', async () => {
    const both = `v1,AAAA v2,x v1a,y ${sign(FORMER)} ${sign(SECRET)}`;
    expect(await verify(request({ 'webhook-signature': both }))).toBeDefined();
    expect(await verify(request(), [FORMER, SECRET])).toBeDefined();
  });

  it.each([
    ['another body', request({}, BODY.replace('check', 'chekc'))],
    ['another id', request({ 'webhook-id': 'msg_2' })],
    ['another time', request({ 'webhook-timestamp': String(NOW / 1000 + 1) })],
    ['another secret', request({ 'webhook-signature': sign(FORMER) })],
    ['another version', request({ 'webhook-signature': sign(SECRET).replace('v1,', 'v2,') })],
    ['half a signature', request({ 'webhook-signature': sign(SECRET).slice(0, 20) })],
    ['no base64', request({ 'webhook-signature': 'v1,%%%' })],
    ['no version', request({ 'webhook-signature': sign(SECRET).slice(3) })],
  ])('refuses %s', async (_, arrived) => {
    await expect(verify(arrived)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      fault: 'wrong-signature',
    });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a request without %s',
    async (name) => {
      await expect(verify(request({ [name]: undefined }))).rejects.toMatchObject({
        fault: 'missing-headers',
      });
    },
  );

  it('refuses what is too old, from the future, or no time', async () => {
    for (const offset of [-301, 301]) {
      const seconds = NOW / 1000 + offset;
      const signed = { 'webhook-timestamp': String(seconds), 'webhook-signature': sign(SECRET, { seconds }) };
      await expect(verify(request(signed))).rejects.toMatchObject({ fault: 'wrong-time' });
    }
    for (const time of ['', 'NaN', '1e9', '-5'])
      await expect(verify(request({ 'webhook-timestamp': time }))).rejects.toMatchObject({
        fault: time === '' ? 'missing-headers' : 'wrong-time',
      });
    const seconds = NOW / 1000 - 299;
    const late = { 'webhook-timestamp': String(seconds), 'webhook-signature': sign(SECRET, { seconds }) };
    expect(await verify(request(late))).toBeDefined();
  });

  it('refuses a signed body that is no JSON', async () => {
    const signature = sign(SECRET, { body: 'hello' });
    await expect(verify(request({ 'webhook-signature': signature }, 'hello'))).rejects.toMatchObject({
      fault: 'malformed-body',
    });
  });

  it('says so when the secret is none', async () => {
    for (const secret of ['', 'whsec_', 'whsec_%%%'])
      await expect(verify(request(), secret)).rejects.toBeInstanceOf(TypeError);
  });
});
