import { describe, expect, it } from 'vitest';
import { operatingPoints } from './operating-points.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

describe('operatingPoints', () => {
  it('moves equal scores together and agrees with a count over every threshold', () => {
    const golden: readonly (readonly [number, number, number])[] = [
      [0.02, 11 / 11, 0],
      [0.05, 10 / 11, 0],
      [0.12, 9 / 11, 0],
      [0.21, 8 / 11, 0],
      [0.3, 7 / 11, 0],
      [0.4, 6 / 11, 0],
      [0.45, 5 / 11, 0.1],
      [0.52, 4 / 11, 0.1],
      [0.65, 4 / 11, 0.2],
      [0.66, 2 / 11, 0.3],
      [0.7, 1 / 11, 0.5],
      [0.83, 0, 0.6],
      [0.88, 0, 0.7],
      [0.91, 0, 0.8],
      [0.97, 0, 0.9],
      [Infinity, 0, 1],
    ];
    expect(operatingPoints(SAMPLE_ATTEMPTS)).toEqual(
      golden.map(([threshold, apcer, bpcer]) => ({ threshold, apcer, bpcer })),
    );
  });

  it('has only the two ends when all scores are equal', () => {
    expect(operatingPoints([attempt(0.5), attempt(0.5, 'screen')])).toEqual([
      { threshold: 0.5, apcer: 1, bpcer: 0 },
      { threshold: Infinity, apcer: 0, bpcer: 1 },
    ]);
  });

  it('is empty when a class is missing', () => {
    expect(operatingPoints([attempt(0.5)])).toEqual([]);
    expect(operatingPoints([attempt(0.5, 'print')])).toEqual([]);
  });

  it('refuses a score that is not a number', () => {
    expect(() => operatingPoints([attempt(Number.NaN), attempt(0.5, 'screen')])).toThrow(RangeError);
  });
});
