import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFlat } from '../image/testing/synthetic-scene.ts';
import { blur } from './blur.ts';
import { faceTexture } from './face-texture.ts';
import { faceTone } from './face-tone.ts';
import type { FrameContext, FrameSignal } from './frame-signal.ts';
import { noise } from './noise.ts';
import { ringColour } from './ring-colour.ts';
import { spectrum } from './spectrum.ts';

const PIXEL_SIGNALS: readonly FrameSignal[] = [ringColour, blur, noise, spectrum, faceTexture, faceTone];

/** Flat and noisy pictures of 1x1 to 40x40 pixels, and boxes of any size anywhere: inside, beyond, empty. */
function anyFrame(): fc.Arbitrary<FrameContext> {
  const side = fc.integer({ min: 1, max: 40 });
  const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
  const length = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5000, noNaN: true }));
  const box = fc.record({ x: coordinate, y: coordinate, width: length, height: length });
  const seed = fc.option(fc.nat());
  return fc.record({ width: side, height: side, grey: fc.nat(255), seed, box }).map((any) => {
    const image = drawFlat(any.width, any.height, [any.grey, any.grey, any.grey]);
    if (any.seed !== null) {
      for (const at of image.data.keys()) image.data[at] = Math.imul(at + any.seed, 0x9e3779b1) >>> 24;
    }
    const face = { box: any.box, landmarks: new Float32Array(478 * 3), presence: 1 };
    return { image, face, readings: new Map() };
  });
}

describe.each(PIXEL_SIGNALS)('$id keeps the contract of a frame signal', (signal) => {
  it('names every feature once', () => {
    expect(new Set(signal.features).size).toBe(signal.features.length);
  });

  it('gives one finite number for each feature, whatever the picture and the box, and leaves the picture alone', () => {
    fc.assert(
      fc.property(anyFrame(), (frame) => {
        const before = frame.image.data.slice();
        const values = signal.compute(frame);
        expect(values).toHaveLength(signal.features.length);
        for (const value of values) expect(Number.isFinite(value)).toBe(true);
        expect(frame.image.data).toEqual(before);
      }),
    );
  });
});
