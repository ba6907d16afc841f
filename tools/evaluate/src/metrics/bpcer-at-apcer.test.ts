import { describe, expect, it } from 'vitest';
import { bpcerAtApcer } from './bpcer-at-apcer.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

describe('bpcerAtApcer', () => {
  it.each([
    [0.01, 0.6],
    [0.05, 0.6],
    [0.1, 0.6],
    [0.15, 0.5],
    [0.25, 0.5],
    [0.3, 0.3],
    [0.5, 0.1],
  ])('holds every species within APCER %d, as a search over all thresholds does', (apcerMax, golden) => {
    expect(bpcerAtApcer(SAMPLE_ATTEMPTS, apcerMax)).toBeCloseTo(golden, 14);
  });

  it('rejects bona fide that tie with the attack that must be rejected', () => {
    expect(bpcerAtApcer([attempt(0.5), attempt(0.6), attempt(0.5, 'screen')], 0)).toBe(0.5);
  });

  it('counts attacks exactly where the product of share and count would round', () => {
    const attacks = Array.from({ length: 100 }, (_, index) => attempt(index / 100, 'screen'));
    expect(bpcerAtApcer([attempt(0.705), attempt(0.99), ...attacks], 0.29)).toBe(0);
  });

  it('is undefined when a class is missing', () => {
    expect(bpcerAtApcer([attempt(0.5)], 0.05)).toBeUndefined();
    expect(bpcerAtApcer([attempt(0.5, 'screen')], 0.05)).toBeUndefined();
  });
});
