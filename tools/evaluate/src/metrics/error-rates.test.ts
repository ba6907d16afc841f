import { describe, expect, it } from 'vitest';
import { apcerBySpecies, balancedAccuracy, bpcer, worstApcer } from './error-rates.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

describe('error rates at a fixed threshold', () => {
  it('count an attack on the threshold as called live, species by species', () => {
    expect(apcerBySpecies(SAMPLE_ATTEMPTS, 0.65)).toEqual({
      screen: { errors: 3, total: 7, value: 3 / 7 },
      print: { errors: 1, total: 4, value: 1 / 4 },
    });
  });

  it('headline the worst species', () => {
    expect(worstApcer(SAMPLE_ATTEMPTS, 0.65)).toBe(3 / 7);
  });

  it('count a bona fide attempt below the threshold, and only below it, as called fake', () => {
    expect(bpcer(SAMPLE_ATTEMPTS, 0.65)).toEqual({ errors: 2, total: 10, value: 0.2 });
  });

  it('weigh both classes the same in balanced accuracy', () => {
    expect(balancedAccuracy(SAMPLE_ATTEMPTS, 0.65)).toBeCloseTo(0.7181818181818183, 14);
  });

  it('leave out a species or class that was not tested instead of calling it 0', () => {
    const genuine = [attempt(0.9)];
    expect(apcerBySpecies(genuine, 0.65)).toEqual({});
    expect(worstApcer(genuine, 0.65)).toBeUndefined();
    expect(balancedAccuracy(genuine, 0.65)).toBeUndefined();
    expect(bpcer([attempt(0.9, 'mask')], 0.65)).toBeUndefined();
    expect(balancedAccuracy([attempt(0.9, 'mask')], 0.65)).toBeUndefined();
  });
});
