import { describe, expect, it } from 'vitest';
import { auc } from './auc.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import { equalErrorRate } from './equal-error-rate.ts';
import { bpcer } from './error-rates.ts';
import type { ScoredAttempt } from './scored-attempt.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

const OPTIONS = { seed: 7, resamples: 200, level: 0.95 };

function figuresOf(attempts: readonly ScoredAttempt[]) {
  return {
    auc: auc(attempts) ?? Number.NaN,
    eer: equalErrorRate(attempts) ?? Number.NaN,
    bpcer: bpcer(attempts, 0.65)?.value ?? Number.NaN,
  };
}

describe('bootstrapIntervals', () => {
  it('gives the percentile intervals of an independent numpy run over whole environments', () => {
    const intervals = bootstrapIntervals(SAMPLE_ATTEMPTS, figuresOf, OPTIONS);
    expect(intervals.auc?.low).toBeCloseTo(0.6666666666666666, 12);
    expect(intervals.auc?.high).toBeCloseTo(0.9747474747474747, 12);
    expect(intervals.eer?.low).toBeCloseTo(0.1, 12);
    expect(intervals.eer?.high).toBeCloseTo(0.5, 12);
    expect(intervals.bpcer).toEqual({ low: 0, high: 0.5 });
  });

  it('does not depend on the order of the attempts', () => {
    const backwards = [...SAMPLE_ATTEMPTS].reverse();
    // So few resamples that every single draw shows in the interval.
    const fewDraws = { seed: 7, resamples: 3, level: 0.5 };
    expect(bootstrapIntervals(backwards, figuresOf, fewDraws)).toEqual(
      bootstrapIntervals(SAMPLE_ATTEMPTS, figuresOf, fewDraws),
    );
  });

  it('does not shrink when an environment’s attempts are copied', () => {
    const copied = SAMPLE_ATTEMPTS.flatMap((sample) => Array.from({ length: 5 }, () => sample));
    expect(bootstrapIntervals(copied, figuresOf, OPTIONS).auc).toEqual(
      bootstrapIntervals(SAMPLE_ATTEMPTS, figuresOf, OPTIONS).auc,
    );
  });

  it('leaves out resamples that do not define a figure', () => {
    const attempts = [attempt(0.9, '', 'a'), attempt(0.2, 'screen', 'b')];
    const intervals = bootstrapIntervals(
      attempts,
      (drawn) => {
        const area = auc(drawn);
        return area === undefined ? {} : { auc: area };
      },
      OPTIONS,
    );
    expect(intervals).toEqual({ auc: { low: 1, high: 1 } });
  });
});
