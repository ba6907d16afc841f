import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createManualClock, type ManualClock } from '@vivant/service-kit/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameBatch } from './frame-buffer.ts';
import { FrameSpill } from './frame-spill.ts';
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

describe('beyond the memory it may take', () => {
  let folder: string;
  let spilling: MemoryBuffer;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'vivant-frames-')), 'frames');
    const spill = { files: new FrameSpill(folder), memoryBytesMax: 50_000 };
    spilling = new MemoryBuffer({ clock, ttlMs: 1000, sessionBytesMax: 900_000, bytesMax: 900_000, spill });
  });
  afterEach(async () => {
    await spilling.close();
    await rm(dirname(folder), { recursive: true });
  });

  const pictures = () => readdir(folder);

  it('keeps frames in files, and gives them back with the others', async () => {
    for (let index = 0; index < 5; index++) await spilling.put(session('a'), batch(20_000, index), create);
    expect(spilling.bytesHeld).toBeGreaterThan(100_000);
    expect(spilling.bytesInMemory).toBeLessThanOrEqual(50_000);
    expect(await pictures()).toHaveLength(3);
    const frames = await spilling.read(session('a'));
    expect(frames.map(({ index, bytes }) => [index, bytes.byteLength])).toEqual(
      [0, 1, 2, 3, 4].map((index) => [index, 20_000]),
    );
  });

  it('leaves no file behind when a session is judged, removed or expired, or the process ends', async () => {
    for (const [at, end] of [
      () => spilling.finish(session('0')),
      () => spilling.remove(session('1')),
      async () => {
        clock.advance(1001);
        await spilling.status(session('2'));
      },
    ].entries()) {
      await spilling.put(session(`${at}`), batch(80_000), create);
      expect(await pictures()).toHaveLength(1);
      await end();
      await vi.waitFor(async () => expect(await pictures()).toEqual([]));
      expect(spilling.bytesInMemory).toBe(spilling.bytesHeld);
    }
    await spilling.put(session('3'), batch(80_000), create);
    await spilling.close();
    await expect(pictures()).rejects.toThrow('ENOENT');
  });

  it('keeps no frame whose session was judged while it was written', async () => {
    const written = spilling.put(session('a'), batch(80_000), create);
    await spilling.finish(session('a'));
    await written;
    expect(await pictures()).toEqual([]);
    expect(spilling.bytesHeld).toBe(0);
    expect(spilling.bytesInMemory).toBe(0);
  });
});
