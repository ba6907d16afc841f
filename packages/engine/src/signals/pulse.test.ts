import { describe, expect, it } from 'vitest';
import { pulse } from './pulse.ts';
import { PATCH_SIDE, type SequenceFrame } from './sequence-signal.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

const SKIN = [170, 120, 95] as const;
/** How strongly blood changes each channel (Wang et al. 2017, standard camera). */
const BLOOD = [0.33, 0.77, 0.53] as const;

/** A face whose skin takes a colour in every frame; noise is a fixed sequence. */
function face(count: number, fps: number, change: (seconds: number) => readonly number[]): SequenceFrame[] {
  let seed = 1;
  const noise = () => {
    seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
    return ((seed >>> 8) / 2 ** 24 - 0.5) * 0.1;
  };
  return sequenceFrames(count, {}).map((frame, at) => {
    const factors = change(at / fps);
    const plane = (channel: 0 | 1 | 2) =>
      new Float32Array(PATCH_SIDE ** 2).fill(SKIN[channel] * factors[channel]! + noise());
    const patch = { side: PATCH_SIDE, red: plane(0), green: plane(1), blue: plane(2) };
    return { ...frame, timestampMs: (at * 1000) / fps, patch };
  });
}

const beating = (hertz: number) => (seconds: number) =>
  BLOOD.map((share) => 1 + 0.008 * share * Math.sin(2 * Math.PI * hertz * seconds));

describe('pulse', () => {
  it.each([
    [1.2, 30, 150],
    [1.2, 15, 60],
    [1.8, 25, 120],
  ])('finds a beat of %s Hz at %s frames a second', (hertz, fps, count) => {
    const [snr, rate] = pulse.compute(face(count, fps, beating(hertz)))!;
    expect(Math.abs(rate! - hertz * 60)).toBeLessThan(8);
    expect(snr).toBeGreaterThan(2.5);
  });

  it('does not take a lamp that grows brighter and darker for a heart', () => {
    const lamp = (seconds: number) => {
      const light = 1 + 0.05 * Math.sin(2 * Math.PI * 1.5 * seconds);
      return [light, light, light];
    };
    const [, , lampStrength] = pulse.compute(face(150, 30, lamp))!;
    const [, , strength] = pulse.compute(face(150, 30, beating(1.2)))!;
    expect(lampStrength).toBeLessThan(strength! / 4);
  });

  it('finds no beat in noise', () => {
    expect(pulse.compute(face(150, 30, () => [1, 1, 1]))![0]).toBeLessThan(2);
  });

  it('says nothing of a capture that is too short or too slow', () => {
    expect(pulse.compute(face(30, 30, beating(1.2)))).toBeUndefined();
    expect(pulse.compute(face(30, 4, beating(1.2)))).toBeUndefined();
    expect(pulse.compute([])).toBeUndefined();
  });
});
