import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelayMs } from './retry.ts';

describe('retryDelayMs', () => {
  it('doubles up to eight seconds', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(attempt, undefined, 1));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('spreads over the upper half of that', () => {
    expect(retryDelayMs(2, undefined, 0)).toBe(500);
    expect(retryDelayMs(2, undefined, 0.5)).toBe(750);
  });

  it('is never shorter than what the service asks for, and little longer', () => {
    for (const random of [0, 0.3, 1]) {
      const delay = retryDelayMs(1, 30_000, random);
      expect(delay).toBeGreaterThanOrEqual(30_000);
      expect(delay).toBeLessThanOrEqual(33_000);
    }
  });
});

describe('readRetryAfter', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it('reads seconds and dates', () => {
    expect(readRetryAfter('7', now)).toBe(7000);
    expect(readRetryAfter('Fri, 20 Nov 2026 10:00:09 GMT', now)).toBe(9000);
    expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  });

  it('ignores what it cannot read', () => {
    expect(readRetryAfter(null, now)).toBeUndefined();
    expect(readRetryAfter('soon', now)).toBeUndefined();
  });
});
