import { describe, expect, it } from 'vitest';
import { FrameRun } from './frame-run.ts';

function runOf(...timestamps: readonly number[]): number[] {
  const run = new FrameRun();
  for (const timestampMs of timestamps) run.add({ timestampMs, data: new Uint8Array(1) });
  return run.frames.map(({ timestampMs }) => timestampMs);
}

describe('a run of frames', () => {
  it('keeps the real timestamps, also across rejected frames', () => {
    expect(runOf(100, 200, 900, 2400)).toEqual([100, 200, 900, 2400]);
  });

  it('begins anew after a pause that motion cannot be followed across', () => {
    expect(runOf(100, 200, 1701, 1800)).toEqual([1701, 1800]);
  });

  it('leaves out what came twice or late', () => {
    expect(runOf(100, 200, 200, 150, 300)).toEqual([100, 200, 300]);
  });

  it('begins anew when the clock of the meeting starts over', () => {
    expect(runOf(90_000, 90_100, 0, 100)).toEqual([0, 100]);
  });
});
