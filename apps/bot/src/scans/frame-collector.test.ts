import { createScriptedFrameGate } from '@vivant/engine/testing/scripted-frame-gate';
import { describe, expect, it, vi } from 'vitest';
import { FrameCollector } from './frame-collector.ts';
import { createManualTime } from './testing/manual-time.ts';

function setUp(framesRequired = 3) {
  const gate = createScriptedFrameGate();
  const time = createManualTime();
  const told: string[] = [];
  const collector = new FrameCollector({
    gate,
    clock: time.clock,
    streamId: 's/1',
    framesRequired,
    faceGate: true,
    bgSegmentation: true,
    onProgress: (frames) => void told.push(`progress ${frames}`),
    onRejected: (reason) => void told.push(`rejected ${reason}`),
    onFault: (error) => void told.push(`fault ${(error as Error).message}`),
  });
  const offer = (timestampMs: number) =>
    collector.offer({
      participantId: 'a',
      timestampMs,
      image: { format: 'rgb', width: 1, height: 1, data: Uint8Array.of(timestampMs % 256, 0, 0) },
    });
  const timestamps = () => collector.frames.map(({ timestampMs }) => timestampMs);
  return { gate, time, told, collector, offer, timestamps };
}

describe('a collector', () => {
  it('passes frames through the gate until it has enough, and then takes no more', async () => {
    const { gate, told, offer, timestamps } = setUp();
    for (const timestampMs of [100, 200, 300, 400]) {
      offer(timestampMs);
      await vi.waitFor(() =>
        expect(gate.requests.at(-1)?.image.data[0]).toBe(Math.min(timestampMs, 300) % 256),
      );
      await Promise.resolve();
    }
    expect(told).toEqual(['progress 1', 'progress 2', 'progress 3']);
    expect(timestamps()).toEqual([100, 200, 300]);
    expect(gate.requests[0]).toMatchObject({ streamId: 's/1', faceGate: true, greyBackground: true });
    expect(gate.forgotten).toEqual(['s/1']);
  });

  it('keeps only the newest frame while the gate is busy', async () => {
    const { gate, told, offer, timestamps } = setUp();
    const release = gate.hold();
    for (const timestampMs of [1, 2, 3, 4]) offer(timestampMs);
    release();
    await vi.waitFor(() => expect(told).toEqual(['progress 1', 'progress 2']));
    expect(timestamps()).toEqual([1, 4]);
  });

  it('gives no frame to the gate that waited over two seconds', async () => {
    const { gate, time, told, offer } = setUp();
    const release = gate.hold();
    offer(1);
    offer(2);
    time.advance(2001);
    release();
    await vi.waitFor(() => expect(told).toEqual(['progress 1']));
    offer(3);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(gate.requests).toHaveLength(2);
  });

  it('tells the first reason of a rejected frame and leaves it out', async () => {
    const { gate, told, offer, timestamps } = setUp();
    gate.script({ kind: 'rejected', reasons: ['too-dark', 'angle-yaw'] });
    offer(1);
    await vi.waitFor(() => expect(told).toEqual(['rejected too-dark']));
    expect(timestamps()).toEqual([]);
  });

  it('leaves out a frame that the gate came to too late', async () => {
    const { gate, told, offer, timestamps } = setUp();
    gate.script({ kind: 'late' });
    offer(1);
    gate.script(({ image }) => ({ kind: 'passed', format: 'png', data: image.data }));
    offer(2);
    await vi.waitFor(() => expect(told).toEqual(['progress 1']));
    expect(timestamps()).toEqual([2]);
  });

  it('goes on after a frame that the gate failed on', async () => {
    const { gate, told, offer, timestamps } = setUp();
    gate.script(new Error('a worker ended'));
    offer(1);
    await vi.waitFor(() => expect(told).toEqual(['fault a worker ended']));
    gate.script(({ image }) => ({ kind: 'passed', format: 'png', data: image.data }));
    offer(2);
    await vi.waitFor(() => expect(told).toContain('progress 1'));
    expect(timestamps()).toEqual([2]);
  });

  it('tells nothing after it was closed, whatever the gate still says', async () => {
    const { gate, told, collector, offer } = setUp();
    const release = gate.hold();
    offer(1);
    collector.close();
    release();
    offer(2);
    await new Promise(setImmediate);
    expect(told).toEqual([]);
    expect(gate.requests).toHaveLength(1);
    expect(gate.forgotten).toEqual(['s/1']);
  });

  it.each([
    [10, 640 * 480 * 3, true],
    [30, 640 * 480 * 3, false],
    [30, 480 * 360 * 3, true],
  ])('asks for %i frames of %i raw bytes without loss: %s', (framesRequired, bytes, lossless) => {
    const { gate, offer } = setUp(framesRequired);
    offer(1);
    expect(bytes <= gate.requests[0]!.losslessBytesMax).toBe(lossless);
  });
});
