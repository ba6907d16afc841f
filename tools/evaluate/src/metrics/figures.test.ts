import { describe, expect, it } from 'vitest';
import { estimateFigures, figuresAt } from './figures.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

const OPTIONS = { seed: 7, resamples: 50, level: 0.95 };

describe('figuresAt', () => {
  it('gathers every figure of the sample', () => {
    const figures = figuresAt(SAMPLE_ATTEMPTS, 0.65);
    const golden = {
      auc: 0.8545454545454545,
      eer: 0.2580645161290322,
      apcer: 3 / 7,
      bpcer: 0.2,
      bpcerAtApcer1: 0.6,
      bpcerAtApcer5: 0.6,
      bpcerAtApcer10: 0.6,
      balancedAccuracy: 0.7181818181818183,
    };
    expect(Object.keys(figures)).toEqual(Object.keys(golden));
    for (const [name, value] of Object.entries(golden)) {
      expect({ [name]: figures[name as keyof typeof golden] }).toEqual({ [name]: expect.closeTo(value, 12) });
    }
  });

  it('leaves out what a single class cannot give', () => {
    expect(figuresAt([attempt(0.7)], 0.65)).toEqual({ bpcer: 0 });
    expect(figuresAt([attempt(0.7, 'screen')], 0.65)).toEqual({ apcer: 1 });
  });
});

describe('estimateFigures', () => {
  it('gives each figure an interval that holds it', () => {
    const estimates = estimateFigures(SAMPLE_ATTEMPTS, 0.65, OPTIONS);
    for (const { value, interval } of Object.values(estimates)) {
      expect(interval!.low).toBeLessThanOrEqual(value);
      expect(interval!.high).toBeGreaterThanOrEqual(value);
    }
  });

  it('gives no interval to a figure whose class comes from one environment only', () => {
    const attempts = SAMPLE_ATTEMPTS.filter((sample) => sample.bonaFide || sample.environment === 'b');
    const estimates = estimateFigures(attempts, 0.65, OPTIONS);
    expect(estimates.bpcer?.interval).not.toBeNull();
    expect(estimates.apcer?.interval).toBeNull();
    expect(estimates.auc?.interval).toBeNull();
  });
});

it('gives no interval to what the worst species decides when one species comes from one environment only', () => {
  const estimates = estimateFigures([...SAMPLE_ATTEMPTS, attempt(0.9, 'mask', 'a')], 0.65, OPTIONS);
  expect(estimates.apcer?.interval).toBeNull();
  expect(estimates.bpcerAtApcer5?.interval).toBeNull();
  expect(estimates.auc?.interval).not.toBeNull();
});

it('gives no interval to a rate that no resample changes, for no error seen is no certainty', () => {
  const attempts = ['a', 'b', 'c'].flatMap((room) => [attempt(0.9, '', room), attempt(0.1, 'screen', room)]);
  expect(estimateFigures(attempts, 0.65, OPTIONS).apcer).toEqual({ value: 0, interval: null });
});
