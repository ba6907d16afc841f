import { describe, expect, it } from 'vitest';
import { equalErrorRate } from './equal-error-rate.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

describe('equalErrorRate', () => {
  it('equals the crossing of the ROC polygon that scipy finds', () => {
    expect(equalErrorRate(SAMPLE_ATTEMPTS)).toBeCloseTo(0.2580645161290322, 12);
  });

  it.each([
    ['a', 0],
    ['b', 0.25],
    ['c', 0.5],
  ])('equals scipy in environment %s', (environment, golden) => {
    const inside = SAMPLE_ATTEMPTS.filter((sample) => sample.environment === environment);
    expect(equalErrorRate(inside)).toBeCloseTo(golden, 14);
  });

  it('is one half when all scores are equal', () => {
    expect(equalErrorRate([attempt(0.5), attempt(0.5, 'screen')])).toBe(0.5);
  });

  it('is undefined when a class is missing', () => {
    expect(equalErrorRate([attempt(0.5, 'screen')])).toBeUndefined();
  });
});
