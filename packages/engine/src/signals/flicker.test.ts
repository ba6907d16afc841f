import { describe, expect, it } from 'vitest';
import { texture } from '../testing/textured-plane.ts';
import { flicker } from './flicker.ts';
import { sequenceFrames } from './testing/sequence-frames.ts';

type Place = readonly [x: number, y: number];

const picture = ([x, y]: Place) => texture(60 * x, 60 * y);
/** Bands of light that roll over the picture, of 3 levels. */
const band = (frame: number, along: number) => 3 * Math.sin(12 * along + 2.1 * frame);
const STEADY = Math.log(0.02);

/** From an independent implementation in numpy (means over axes). */
const GOLDEN = [-1.85337, -3.91202, 1.16956, 5.08158];

function measure(grey: (frame: number, at: Place) => number, count = 12) {
  const values = flicker.compute(sequenceFrames(count, { grey }));
  return (name: string) => values![flicker.features.indexOf(name)]!;
}

describe('flicker', () => {
  it('reproduces the independent numbers', () => {
    const rolling = sequenceFrames(12, { grey: (frame, at) => picture(at) + band(frame, at[1]) });
    expect([...flicker.compute(rolling)!]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('finds none in steady light, nor in light that rises', () => {
    const rising = measure((frame, at) => picture(at) + 2 * frame);
    for (const name of flicker.features.slice(0, 3)) expect(rising(name)).toBeCloseTo(STEADY, 3);
  });

  it('finds light that pulses as a whole, which is no band', () => {
    const pulsing = measure((frame, at) => picture(at) + 4 * (frame % 2));
    expect(pulsing('light')).toBeCloseTo(Math.log(4.02), 3);
    expect(pulsing('bands')).toBeCloseTo(STEADY, 3);
  });

  it('tells bands of rows, which a rolling shutter makes, from stripes of columns', () => {
    const rows = measure((frame, at) => picture(at) + band(frame, at[1]));
    const columns = measure((frame, at) => picture(at) + band(frame, at[0]));
    expect(rows('rows-to-columns')).toBeGreaterThan(3);
    expect(columns('rows-to-columns')).toBeLessThan(-3);
  });

  it('finds colour that comes and goes', () => {
    const frames = sequenceFrames(12, { grey: (_, at) => picture(at) }).map((frame, at) => ({
      ...frame,
      patch: { ...frame.patch, blue: frame.patch.blue.map((level) => level + 2 * (at % 2)) },
    }));
    expect(flicker.compute(frames)![flicker.features.indexOf('colour')]).toBeCloseTo(Math.log(2.02), 3);
  });

  it('needs eight frames in a row', () => {
    expect(flicker.compute(sequenceFrames(7, {}))).toBeUndefined();
  });
});
