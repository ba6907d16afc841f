import { describe, expect, it } from 'vitest';
import { FramePacer } from './frame-pacer.ts';

function taken(fps: number | undefined, timestamps: readonly number[]): number[] {
  const pacer = new FramePacer(fps);
  return timestamps.filter((each) => pacer.takes(each));
}

const at30Fps = Array.from({ length: 90 }, (_, index) => (index * 1000) / 30);

describe('frame pacer', () => {
  it('takes every frame when no rate is asked for', () => {
    expect(taken(undefined, at30Fps)).toHaveLength(90);
  });

  it.each([10, 15, 7])('keeps %d frames a second in the mean, evenly spread', (fps) => {
    const times = taken(fps, at30Fps);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);

    expect(times.length).toBeGreaterThanOrEqual(fps * 3 - 1);
    expect(times.length).toBeLessThanOrEqual(fps * 3 + 1);
    expect(Math.max(...gaps)).toBeLessThan((1.5 * 1000) / fps);
  });

  it('takes every frame of a camera that is slower than the rate', () => {
    expect(taken(10, [0, 200, 400, 600])).toEqual([0, 200, 400, 600]);
  });

  it('does not make up for a pause', () => {
    const times = taken(10, [0, 100, 2000, 2033, 2066, 2100, 2133]);

    expect(times).toEqual([0, 100, 2000, 2100]);
  });

  it('drops frames that repeat a time or go back', () => {
    expect(taken(undefined, [5, 5, 4, 6])).toEqual([5, 6]);
  });
});
