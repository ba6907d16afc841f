import { describe, expect, it } from 'vitest';
import { ringMotion } from './ring-motion.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

const sway = (at: number) => [4 * Math.sin(at * 0.7), 2 * Math.cos(at * 0.5)] as const;
const still = () => [0, 0] as const;
const value = (name: string, values: Float32Array | undefined) => values![ringMotion.features.indexOf(name)]!;

describe('ring motion', () => {
  it('correlates fully when the surroundings move with the face, as the edge of a phone does', () => {
    const values = ringMotion.compute(sequenceFrames(20, { face: sway, ring: sway, far: still }));
    expect(value('correlation', values)).toBeGreaterThan(0.98);
    expect(value('relative', values)).toBeLessThan(0.06);
  });

  it('does not when the face moves before a room that stands still', () => {
    const values = ringMotion.compute(sequenceFrames(20, { face: sway, ring: still, far: still }));
    expect(value('correlation', values)).toBeCloseTo(0, 3);
    expect(value('relative', values)).toBeGreaterThan(0.9);
  });

  it('takes the motion of a hand-held camera off', () => {
    const shake = (at: number) => [3 * Math.sin(at * 2.1), 3 * Math.cos(at * 1.7)] as const;
    const both = (at: number) => [sway(at)[0] + shake(at)[0], sway(at)[1] + shake(at)[1]] as const;
    const values = ringMotion.compute(sequenceFrames(20, { face: both, ring: shake, far: shake }));
    expect(value('correlation', values)).toBeCloseTo(0, 3);
  });

  it('says nothing of a capture without texture or with gaps between its frames', () => {
    expect(ringMotion.compute(sequenceFrames(20, {}))).toBeUndefined();
    expect(ringMotion.compute([])).toBeUndefined();
  });
});
