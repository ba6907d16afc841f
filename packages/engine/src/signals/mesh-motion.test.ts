import { describe, expect, it } from 'vitest';
import { meshMotion } from './mesh-motion.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

const UPPER_LIDS = [159, 386];
const NOSE = 4;
const LEAST = Math.log(0.001);
const value = (name: string, values: Float32Array | undefined) => values![meshMotion.features.indexOf(name)]!;

describe('mesh motion', () => {
  it('says of a tilted and shifted still that its shape does not change', () => {
    const still = meshMotion.compute(
      sequenceFrames(20, {
        mesh: (frame, [x, y]) => {
          const w = 1 + 0.05 * Math.sin(frame / 3) * (x - 0.5);
          return [(x + 0.1 * Math.sin(frame / 4)) / w, y / w];
        },
      }),
    );
    for (const name of ['residual', 'slow-residual', 'jitter']) {
      expect(value(name, still)).toBeLessThan(LEAST + 0.3);
    }
  });

  it('sees a blink', () => {
    const blink = meshMotion.compute(
      sequenceFrames(20, {
        mesh: (frame, [x, y], index) => [
          x,
          UPPER_LIDS.includes(index) && frame > 5 && frame < 12 ? y + 0.3 : y,
        ],
      }),
    );
    expect(value('lid-range', blink)).toBeGreaterThan(Math.log(0.1));
    expect(value('lip-range', blink)).toBeCloseTo(LEAST, 5);
  });

  it('sees a head that turns: the nose moves between the cheeks', () => {
    const turn = meshMotion.compute(
      sequenceFrames(20, {
        mesh: (frame, [x, y], index) => [index === NOSE ? x + 0.1 * Math.sin(frame / 5) : x, y],
      }),
    );
    expect(value('turn', turn)).toBeGreaterThan(Math.log(0.05));
  });

  it('needs eight frames', () => {
    expect(meshMotion.compute(sequenceFrames(7, {}))).toBeUndefined();
  });

  it('gives finite numbers for a mesh whose points coincide', () => {
    const values = meshMotion.compute(sequenceFrames(8, { mesh: () => [0.5, 0.5] }))!;
    for (const number of values) expect(Number.isFinite(number)).toBe(true);
  });
});
