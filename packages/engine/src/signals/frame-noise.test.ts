import { describe, expect, it } from 'vitest';
import { texture } from '../testing/textured-plane.ts';
import { frameNoise } from './frame-noise.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

type Place = readonly [x: number, y: number];

/** Levels of -4 to 4 that never come back, alike on every machine. */
function grain(frame: number, [x, y]: Place): number {
  return ((frame * 7919 + Math.round(x * 64) * 104_729 + Math.round(y * 64) * 1_299_709) % 97) / 12 - 4;
}
const picture = ([x, y]: Place) => texture(60 * x, 60 * y);
const grainy = (frame: number, at: Place) => picture(at) + grain(frame, at);
const isFace = ([x, y]: Place) => Math.abs(x - 0.5) < 0.33 && Math.abs(y - 0.5) < 0.33;

/** From an independent implementation in numpy (slices instead of loops). */
const GOLDEN = [0.74744, -0.00094, -3.74318, 0.27257];

function measure(grey: (frame: number, at: Place) => number, count = 12) {
  const values = frameNoise.compute(sequenceFrames(count, { grey }));
  return (name: string) => values![frameNoise.features.indexOf(name)]!;
}

describe('frameNoise', () => {
  it('reproduces the independent numbers', () => {
    const values = frameNoise.compute(sequenceFrames(12, { grey: grainy }))!;
    expect([...values]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('finds none in a still, however detailed', () => {
    expect(measure((_, at) => picture(at))('face')).toBeCloseTo(Math.log(0.05), 3);
  });

  it('is not raised by light that rises steadily', () => {
    const rising = measure((frame, at) => picture(at) + 3 * frame);
    expect(rising('face')).toBeCloseTo(Math.log(0.05), 3);
  });

  it('tells grain of the ring from grain of the face', () => {
    const faceMost = measure((frame, at) => picture(at) + grain(frame, at) * (isFace(at) ? 1 : 0.7));
    const ringOnly = measure((frame, at) => picture(at) + (isFace(at) ? 0 : grain(frame, at)));
    expect(faceMost('ring-to-face')).toBeCloseTo(Math.log(0.7), 1);
    expect(ringOnly('ring-to-face')).toBeGreaterThan(1.5);
  });

  it('tells grain of a colour from grain that all channels share', () => {
    const shared = sequenceFrames(12, { grey: grainy });
    const coloured = shared.map((frame, at) => ({
      ...frame,
      patch: {
        ...frame.patch,
        blue: sequenceFrames(12, { grey: (f, p) => grainy(f * f + 5, p) })[at]!.patch.blue,
      },
    }));
    const at = frameNoise.features.indexOf('colour-to-face');
    expect(frameNoise.compute(coloured)![at]).toBeGreaterThan(frameNoise.compute(shared)![at]! + 2);
  });

  it('says nothing of a face before a background without any grain: it was put there, or is out of focus', () => {
    const values = frameNoise.compute(
      sequenceFrames(12, { grey: (frame, at) => picture(at) + (isFace(at) ? grain(frame, at) : 0) }),
    );
    expect(values).toBeUndefined();
  });

  it('needs eight frames in a row', () => {
    expect(frameNoise.compute(sequenceFrames(7, { grey: grainy }))).toBeUndefined();
    const gaps = sequenceFrames(12, { grey: grainy }).map((frame) => ({ ...frame, index: 2 * frame.index }));
    expect(frameNoise.compute(gaps)).toBeUndefined();
  });
});
