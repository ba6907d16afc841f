import { describe, expect, it } from 'vitest';
import { auc } from './auc.ts';
import { operatingPoints } from './operating-points.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

describe('auc', () => {
  it('equals the Mann-Whitney U of scipy, ties counting half', () => {
    expect(auc(SAMPLE_ATTEMPTS)).toBeCloseTo(0.8545454545454545, 14);
  });

  it('equals the area under the operating points', () => {
    const points = operatingPoints(SAMPLE_ATTEMPTS);
    const area = points.slice(1).reduce((sum, point, index) => {
      const before = points[index]!;
      return sum + (before.apcer - point.apcer) * (1 - (before.bpcer + point.bpcer) / 2);
    }, 0);
    expect(auc(SAMPLE_ATTEMPTS)).toBeCloseTo(area, 14);
  });

  it('is one half when all scores are equal, one when the classes separate, and zero when they are swapped', () => {
    expect(auc([attempt(0.5), attempt(0.5, 'screen')])).toBe(0.5);
    expect(auc([attempt(0.9), attempt(0.5, 'screen')])).toBe(1);
    expect(auc([attempt(0.1), attempt(0.5, 'screen')])).toBe(0);
  });

  it('is undefined when a class is missing', () => {
    expect(auc([attempt(0.5)])).toBeUndefined();
  });
});
