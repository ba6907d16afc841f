import { createManualClock, type ManualClock } from '@vivant/service-kit/testing/manual-clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ScriptedPlatform, startScriptedPlatform } from '../testing/scripted-platform.ts';
import { createValidateBotKey, type ValidateBotKey } from './validate-bot-key.ts';

const KEY = 'sk-bot-0123456789abcdefghij';

let platform: ScriptedPlatform;
let clock: ManualClock;
let validate: ValidateBotKey;

beforeEach(async () => {
  platform = await startScriptedPlatform();
  platform.botKeys.set(KEY, { organizationId: 7 });
  clock = createManualClock(new Date());
  validate = createValidateBotKey({ platformUrl: platform.url, clock });
});

afterEach(() => platform.close());

const revoked = { code: 'invalid_key', status: 401 };
const unreachable = { code: 'service_unavailable', status: 503 };

it('tells whom a key speaks for', async () => {
  expect(await validate(KEY)).toEqual({
    organizationId: 7,
    botDisplayName: 'Checks',
    logoUrl: undefined,
    canBill: true,
    botKey: KEY,
  });
});

it('says of a key that nobody pays for that it cannot bill', async () => {
  platform.botKeys.set(KEY, { organizationId: 7, linkedKeyId: null });
  expect((await validate(KEY)).canBill).toBe(false);
});

it('asks once for requests that come together, and again after three seconds', async () => {
  await Promise.all([validate(KEY), validate(KEY), validate(KEY)]);
  clock.advance(2_999);
  await validate(KEY);
  expect(platform.asked).toHaveLength(1);
  clock.advance(1);
  await validate(KEY);
  expect(platform.asked).toHaveLength(2);
});

it('refuses a revoked key within three seconds', async () => {
  await validate(KEY);
  platform.botKeys.delete(KEY);
  clock.advance(3_000);
  await expect(validate(KEY)).rejects.toMatchObject(revoked);
});

it('takes a key that has become valid within a second', async () => {
  platform.botKeys.delete(KEY);
  await expect(validate(KEY)).rejects.toMatchObject(revoked);
  platform.botKeys.set(KEY, { organizationId: 7 });
  await expect(validate(KEY)).rejects.toMatchObject(revoked);
  clock.advance(1_000);
  expect((await validate(KEY)).organizationId).toBe(7);
});

it('never takes an unreachable platform for a wrong key, and asks again at once', async () => {
  platform.fail(true);
  await expect(validate(KEY)).rejects.toMatchObject(unreachable);
  platform.fail(false);
  expect((await validate(KEY)).organizationId).toBe(7);
  platform.fail(true);
  clock.advance(3_000);
  await expect(validate(KEY)).rejects.toMatchObject(unreachable);
  const gone = createValidateBotKey({ platformUrl: 'http://127.0.0.1:1', clock });
  await expect(gone(KEY)).rejects.toMatchObject(unreachable);
});

it('does not ask about what cannot be a key', async () => {
  for (const text of ['', 'x', 'sk-bot-short', `sk-${'a'.repeat(300)}`, 'sk-bot-with space in it'])
    await expect(validate(text)).rejects.toMatchObject(revoked);
  expect(platform.asked).toEqual([]);
});
