import { calibrate, OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import { describe, expect, it } from 'vitest';
import { fitCalibration, operatingLogOdds, thresholdAtApcer } from './calibration.ts';

const attempts = [
  ...Array.from({ length: 100 }, (_, at) => attack(-3 + at * 0.04)),
  ...Array.from({ length: 100 }, (_, at) => ({
    logOdds: 0.7 + at * 0.04,
    bonaFide: true,
    species: '',
    weight: 1,
  })),
];

function attack(logOdds: number, weight = 1, species = 'screen') {
  return { logOdds, bonaFide: false, species, weight };
}

describe('fitCalibration', () => {
  it('puts the operating threshold where 5 % of the attacks pass', () => {
    const calibration = fitCalibration(attempts);
    const passing = attempts.filter(
      (a) => !a.bonaFide && calibrate(a.logOdds, calibration) > OPERATING_THRESHOLD,
    );
    // Of a hundred; the one on the threshold may fall to either side.
    expect(passing.length).toBeGreaterThanOrEqual(5);
    expect(passing.length).toBeLessThanOrEqual(6);
  });

  it('is not fooled by a species that is easily told', () => {
    const prints = Array.from({ length: 1000 }, () => attack(-9, 1, 'print'));
    const calibration = fitCalibration([...attempts, ...prints]);
    const passing = attempts.filter(
      (a) => !a.bonaFide && calibrate(a.logOdds, calibration) > OPERATING_THRESHOLD,
    );
    // Of a hundred; the one on the threshold may fall to either side. Pooled, 55 would pass.
    expect(passing.length).toBeGreaterThanOrEqual(5);
    expect(passing.length).toBeLessThanOrEqual(6);
  });

  it('turns away no larger share of genuine attempts than of attacks it lets pass', () => {
    const close = attempts.map((a) => (a.bonaFide ? { ...a, logOdds: a.logOdds - 2.2 } : a));
    const threshold = operatingLogOdds(close);
    const bpcer = close.filter((a) => a.bonaFide && a.logOdds < threshold).length / 100;
    const apcer = close.filter((a) => !a.bonaFide && a.logOdds > threshold).length / 100;
    expect(bpcer).toBeGreaterThan(0.05);
    expect(Math.abs(bpcer - apcer)).toBeLessThanOrEqual(0.02);
  });

  it('rises with the evidence', () => {
    expect(fitCalibration(attempts).slope).toBeGreaterThan(0);
  });
});

describe('thresholdAtApcer', () => {
  it('counts weights, not attempts: a small room weighs as much as a large one', () => {
    const rooms = [attack(2, 10), ...Array.from({ length: 10 }, (_, at) => attack(-at))];
    expect(thresholdAtApcer(rooms, 0.4)).toBe(2);
    expect(thresholdAtApcer(rooms, 0.55)).toBe(-1);
  });
});
