import { describe, expect, it } from 'vitest';
import { faceRigidity } from './face-rigidity.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

const CENTRE = [300, 225] as const;
const value = (name: string, values: Float32Array | undefined) =>
  values![faceRigidity.features.indexOf(name)]!;

describe('face rigidity', () => {
  it('finds nothing but a plane in a picture that is shifted, turned and tilted', () => {
    const wobble = faceRigidity.compute(
      sequenceFrames(12, {
        face: (frame, [x, y]) => {
          const [u, v] = [x - CENTRE[0], y - CENTRE[1]];
          const w = 1 + 1e-4 * Math.sin(frame) * u;
          return [(u - 0.02 * v + 3 * Math.sin(frame)) / w - u, (v + 0.02 * u) / w - v];
        },
      }),
    );
    expect(value('residual', wobble)).toBeLessThan(Math.log(0.00012));
    expect(value('relative', wobble)).toBeLessThan(-2);
  });

  it('finds a mouth that opens: points at the chin that move apart from the rest', () => {
    const speaking = faceRigidity.compute(
      sequenceFrames(12, { face: (frame, [, y]) => [0, y > 270 ? 4 * Math.sin(frame) : 0] }),
    );
    expect(value('residual', speaking)).toBeGreaterThan(Math.log(0.002));
    expect(value('relative', speaking)).toBeGreaterThan(-1.5);
  });

  it('says nothing of a capture without enough followed points', () => {
    expect(faceRigidity.compute(sequenceFrames(12, {}))).toBeUndefined();
    expect(faceRigidity.compute([])).toBeUndefined();
  });
});
