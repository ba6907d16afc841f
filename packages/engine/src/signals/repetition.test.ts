import { describe, expect, it } from 'vitest';
import { texture } from '../testing/textured-plane.ts';
import { repetition } from './repetition.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

const value = (name: string, values: Float32Array | undefined) => values![repetition.features.indexOf(name)]!;
/** A picture that drifts on and on. */
const drift = (at: number, [x, y]: readonly [number, number]) => texture(60 * x + at, 60 * y);

describe('repetition', () => {
  it('finds nothing in a picture that changes on and on', () => {
    const values = repetition.compute(sequenceFrames(30, { grey: drift }));
    expect(value('same-share', values)).toBe(0);
    expect(value('return-share', values)).toBe(0);
    expect(value('return-ratio', values)).toBeGreaterThan(0.3);
  });

  it('finds a frozen picture', () => {
    expect(value('same-share', repetition.compute(sequenceFrames(30, {})))).toBe(1);
  });

  it('finds a loop of eight frames from its second round on', () => {
    const values = repetition.compute(sequenceFrames(30, { grey: (frame, at) => drift(frame % 8, at) }));
    expect(value('same-share', values)).toBe(0);
    expect(value('return-share', values)).toBeGreaterThan(0.8);
  });

  it('needs eight frames', () => {
    expect(repetition.compute(sequenceFrames(7, {}))).toBeUndefined();
  });
});
