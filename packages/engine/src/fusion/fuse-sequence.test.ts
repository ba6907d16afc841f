import { describe, expect, it } from 'vitest';
import { fuseSequence, signalsOf } from './fuse-sequence.ts';
import type { SequenceCoefficients } from './sequence-coefficients.ts';

const COEFFICIENTS: SequenceCoefficients = {
  version: 'test',
  terms: [
    { signal: 'a', feature: 'y', mean: 1, deviation: 2, weight: -0.5, low: -2, high: 2 },
    { signal: 'a', feature: 'x', mean: 0, deviation: 1, weight: 3, low: 0, high: 1 },
  ],
  objections: [
    {
      id: 'injected_still',
      features: [
        { signal: 'a', feature: 'x', mean: 0, deviation: 1, weight: 2 },
        { signal: 'b', feature: 'z', mean: 1, deviation: 2, weight: 1 },
      ],
      intercept: 1,
      clip: 4,
      scale: 2,
      most: 10,
    },
  ],
};

function evidence(x: number, y: number, z?: number) {
  const readings = [
    { signal: 'b', features: ['z'], values: z === undefined ? undefined : Float32Array.of(z) },
    { signal: 'a', features: ['x', 'y'], values: Float32Array.of(x, y) },
  ];
  return fuseSequence(COEFFICIENTS, readings).map(({ logOdds }) => logOdds);
}

describe('fuseSequence', () => {
  it('names each signal once, and its evidence after the signal or the objection', () => {
    expect(signalsOf(COEFFICIENTS)).toEqual(['a', 'b']);
    expect(fuseSequence(COEFFICIENTS, []).map(({ id, isObjection }) => [id, isObjection])).toEqual([
      ['a', false],
      ['injected_still', true],
    ]);
  });

  it('adds the weighted standardised values of a signal by name', () => {
    expect(evidence(0.5, 3)[0]).toBe(3 * 0.5 - 0.5);
  });

  it('cuts each value at its bounds, so that no single one decides, and one side may stay silent', () => {
    expect(evidence(1e6, 1e6)[0]).toBe(3 - 1);
    expect(evidence(-1e6, -1e6)[0]).toBe(1);
  });

  it('objects to what its features together speak against, to a bound, and never speaks for anything', () => {
    expect(evidence(-1, 0, -1)[1]).toBe(2 * (1 - 2 - 1));
    expect(evidence(-1, 0, 9)[1]).toBe(0);
    expect(evidence(3, 0, 9)[1]).toBe(0);
    expect(evidence(-1e6, 0, -1e6)[1]).toBe(-10);
  });

  it('objects by what could be measured, unless that is less than half', () => {
    expect(evidence(-1, 1)[1]).toBe(2 * (1 - 2));
    const half = { signal: 'b', features: ['z'], values: Float32Array.of(-9) };
    expect(fuseSequence(COEFFICIENTS, [half])[1]!.logOdds).toBe(2 * (1 - 4));
  });

  it('says nothing about a capture of which nothing could be measured', () => {
    expect(fuseSequence(COEFFICIENTS, []).map(({ logOdds }) => logOdds)).toEqual([0, 0]);
  });
});
