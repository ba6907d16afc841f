import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './retry-schedule.ts';

const now = new Date('2026-11-20T10:00:00Z');
const secondsAfter = (attempts: number, random: number) => {
  const at = nextAttemptAt(attempts, now, () => random);
  return at && (at.getTime() - now.getTime()) / 1000;
};

describe('the retry schedule', () => {
  it('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then over', () => {
    const pauses = Array.from({ length: 10 }, (_, at) => secondsAfter(at + 1, 0));
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  });

  it('spreads each pause by up to a tenth, never earlier', () => {
    expect(secondsAfter(2, 1)).toBe(330);
    expect(secondsAfter(2, 0.5)).toBe(315);
  });
});
