import { createManualClock, type ManualClock } from '@vivant/service-kit/testing/manual-clock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameBatch } from './frame-buffer.ts';
import { MemoryBuffer } from './memory.ts';

const session = (sessionId: string) => ({ organizationId: 'organization', sessionId });

const batch = (bytes: number, index = 0): FrameBatch => ({
  modelId: '10',
  framesRequired: 10,
  frames: [{ index, timestampMs: 0, bytes: new Uint8Array(bytes) }],
  warnings: [],
  details: {},
});

const create = { create: true };

let clock: ManualClock;
let buffer: MemoryBuffer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  clock = createManualClock(new Date(0));
  buffer = new MemoryBuffer({ clock, ttlMs: 1000, sessionBytesMax: 100_000, bytesMax: 100_000 });
});

afterEach(async () => {
  await buffer.close();
  vi.useRealTimers();
});

const unavailable = { code: 'service_unavailable', headers: { 'retry-after': expect.any(String) } };

it('keeps the last fifth of its room for sessions that have begun', async () => {
  await buffer.put(session('a'), batch(70_000), create);
  await expect(buffer.put(session('b'), batch(20_000), create)).rejects.toMatchObject(unavailable);
  expect(await buffer.put(session('a'), batch(20_000, 1), create)).toMatchObject({ kind: 'stored' });
  await expect(buffer.put(session('a'), batch(20_000, 2), create)).resolves.toMatchObject({
    kind: 'too-large',
  });
});

it('bounds all sessions together, however small their frames are', async () => {
  const flood = async () => {
    for (let at = 0; at < 1000; at++) await buffer.put(session(`${at}`), batch(0), create);
  };
  await expect(flood()).rejects.toMatchObject(unavailable);
});

it('has room again when a session is judged, removed or expired', async () => {
  const fill = () => buffer.put(session('a'), batch(70_000), create);
  const fits = async () => {
    expect(await buffer.put(session('b'), batch(70_000), create)).toMatchObject({ kind: 'stored' });
    await buffer.remove(session('b'));
  };
  await fill();
  await buffer.finish(session('a'));
  await fits();
  await buffer.remove(session('a'));
  await fill();
  await buffer.remove(session('a'));
  await fits();
  await fill();
  clock.advance(1000);
  await fits();
});

it('lets go of expired frames without a request', async () => {
  await buffer.put(session('a'), batch(10_000), create);
  expect(buffer.bytesHeld).toBeGreaterThanOrEqual(10_000);
  clock.advance(1000);
  vi.advanceTimersByTime(30_000);
  expect(buffer.bytesHeld).toBe(0);
});
