import { APCER_MAX, OFFSET_MAX } from '@vivant/engine/fusion/tenant-calibration';
import { describe, expect, it } from 'vitest';
import { fitOffset, type GenuineCapture, TooFewCapturesError } from './fit-offset.ts';

const SENSITIVITY = {
  bonaFideMedian: 3,
  apcer: [
    { offset: -2, value: 0 },
    { offset: 0, value: 0.05 },
    { offset: 1, value: 0.09 },
    { offset: 2, value: 0.3 },
  ],
};
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** Captures of six people whose calibrated log-odds are spread by one around a middle. */
function captures(middle: number, count = 48): GenuineCapture[] {
  return Array.from({ length: count }, (_, at) => ({
    score: sigmoid(middle - 1 + (2 * at) / (count - 1)),
    environment: 'office',
    subject: `p${at % 6}`,
  }));
}

describe('fitOffset', () => {
  it('lifts a tenant whose genuine captures score low, and says what it does to both errors', () => {
    const { offset, threshold, evidence } = fitOffset(captures(2.2), SENSITIVITY);
    expect(offset).toBeCloseTo(0.8 * (48 / 64), 2);
    expect(threshold).toBeLessThan(0.65);
    expect(evidence).toMatchObject({ captures: 48, subjects: 6, limitedBy: ['few-captures'] });
    expect(evidence.apcerBefore).toBe(0.05);
    expect(evidence.apcerAfter).toBeCloseTo(0.05 + 0.04 * offset, 5);
  });

  it('gives the same verdicts as its threshold does on scores that were not moved', () => {
    const genuine = captures(0.4);
    const { offset, threshold } = fitOffset(genuine, SENSITIVITY);
    const moved = genuine.map(({ score }) => sigmoid(Math.log(score / (1 - score)) + offset) >= 0.65);
    expect(genuine.map(({ score }) => score >= threshold)).toEqual(moved);
  });

  it('never lets more attacks of the self-test pass than its limit, however low the captures score', () => {
    const { offset, evidence } = fitOffset(captures(-6), SENSITIVITY);
    expect(offset).toBe(1);
    expect(evidence.apcerAfter).toBeLessThanOrEqual(APCER_MAX);
    expect(evidence.limitedBy).toContain('apcer-limit');
  });

  it('is not raised at all where the self-test is beyond that limit already', () => {
    const weak = { ...SENSITIVITY, apcer: SENSITIVITY.apcer.map((point) => ({ ...point, value: 0.2 })) };
    expect(fitOffset(captures(0), weak).offset).toBe(0);
  });

  it('makes a tenant whose captures score high stricter, to a bound', () => {
    const { offset, evidence } = fitOffset(captures(12), SENSITIVITY);
    expect(offset).toBe(-OFFSET_MAX);
    expect(evidence.limitedBy).toContain('offset-limit');
    expect(evidence.apcerAfter).toBeLessThan(evidence.apcerBefore);
  });

  it('refuses too few captures, and captures of too few people', () => {
    expect(() => fitOffset(captures(2, 23), SENSITIVITY)).toThrow(TooFewCapturesError);
    const one = captures(2).map((capture) => ({ ...capture, subject: 'p' }));
    expect(() => fitOffset(one, SENSITIVITY)).toThrow('48 genuine captures of 1 people');
  });
});
