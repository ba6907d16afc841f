import { describe, expect, it } from 'vitest';
import { fuseSequence } from './fuse-sequence.ts';

const TERMS = [
  { signal: 'a', feature: 'y', mean: 1, deviation: 2, weight: -0.5, low: -2, high: 2 },
  { signal: 'a', feature: 'x', mean: 0, deviation: 1, weight: 3, low: 0, high: 1 },
  { signal: 'b', feature: 'z', mean: 0, deviation: 1, weight: 1, low: -5, high: 5 },
];
const readingOf = (values: readonly number[]) => [
  { signal: 'a', features: ['x', 'y'], values: Float32Array.from(values) },
];

describe('fuseSequence', () => {
  it('adds the weighted standardised values of a signal by name', () => {
    expect(fuseSequence(TERMS, readingOf([0.5, 3]))).toEqual([3 * 0.5 - 0.5]);
  });

  it('cuts each value at its bounds, so that no single one decides, and one side may stay silent', () => {
    expect(fuseSequence(TERMS, readingOf([1e6, 1e6]))).toEqual([3 - 1]);
    expect(fuseSequence(TERMS, readingOf([-1e6, -1e6]))).toEqual([1]);
  });

  it('says nothing about a signal that could not be measured', () => {
    const none = { signal: 'b', features: ['z'], values: undefined };
    expect(fuseSequence(TERMS, [none, ...readingOf([0, 1])])).toEqual([0, 0]);
  });
});
