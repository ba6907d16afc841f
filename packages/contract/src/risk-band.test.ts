import { describe, expect, it } from 'vitest';
import { riskBandOf, verdictOf } from './risk-band.ts';

describe('a score', () => {
  it.each([
    [0, 'VERY LOW', 'fake'],
    [34.999, 'VERY LOW', 'fake'],
    [35, 'LOW', 'fake'],
    [49.999, 'LOW', 'fake'],
    [50, 'MEDIUM', 'fake'],
    [64.999, 'MEDIUM', 'fake'],
    [65, 'HIGH', 'live'],
    [79.999, 'HIGH', 'live'],
    [80, 'VERY HIGH', 'live'],
    [100, 'VERY HIGH', 'live'],
  ])('of %d is in band %s and judged %s', (score, band, verdict) => {
    expect([riskBandOf(score), verdictOf(score)]).toEqual([band, verdict]);
  });

  it('at the operating threshold of 0.65 is live, whatever the arithmetic of percent', () => {
    expect(verdictOf(100 * 0.65)).toBe('live');
  });

  it.each([-0.001, 100.001, Number.NaN])('of %d is no score', (score) => {
    expect(() => riskBandOf(score)).toThrow(RangeError);
    expect(() => verdictOf(score)).toThrow(RangeError);
  });
});
