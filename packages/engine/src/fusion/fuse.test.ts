import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate, OPERATING_THRESHOLD, verdictOf } from './calibrate.ts';
import type { FusionCoefficients } from './coefficients.ts';
import { fuseFrame } from './fuse.ts';
import { reasonsFor } from './reasons.ts';

const COEFFICIENTS: FusionCoefficients = {
  version: 'test',
  signals: ['pad-logits', 'blur'],
  mean: [1, 0, 10],
  deviation: [2, 1, 5],
  weight: [3, -1, 0.5],
  intercept: 0.25,
  clip: 5,
  objections: [{ id: 'print_texture', feature: 2, below: -10, weight: 0.25 }],
  endorsements: [
    {
      id: 'nets_agree',
      features: [
        { feature: 0, above: 20 },
        { feature: 1, above: 5 },
      ],
      weight: 2,
      most: 3,
    },
  ],
};

describe('fuseFrame', () => {
  it('adds the weighted standardised features and tells what each signal added', () => {
    const { logOdds, contributions } = fuseFrame(COEFFICIENTS, Float32Array.of(3, 2, 0), [2, 1]);
    expect(contributions).toEqual([3 * 1 - 2, 0.5 * -2]);
    expect(logOdds).toBe(0.25 + 1 - 1);
  });

  it('lets an objection take from the score below its bound, beyond the clip, and add nothing above it', () => {
    const at = (value: number) => fuseFrame(COEFFICIENTS, Float32Array.of(1, 0, value), [2, 1]).logOdds;
    expect(at(-30)).toBeCloseTo(0.25 - 2.5 - 0.25 * 20, 6);
    expect(at(-50)).toBeCloseTo(at(-30) - 0.25 * 20, 6);
    expect(at(-10)).toBeCloseTo(0.25 - 2, 6);
    const { contributions, objections } = fuseFrame(COEFFICIENTS, Float32Array.of(1, 0, -30), [2, 1]);
    expect(contributions[1]).toBe(-2.5);
    expect(objections).toEqual([-5]);
  });

  it('lets an endorsement add what its features agree on, to a bound, and take nothing', () => {
    const given = (first: number, second: number) =>
      fuseFrame(COEFFICIENTS, Float32Array.of(first, second, 10), [2, 1]).endorsements[0];
    expect(given(22, 6)).toBe(2);
    expect(given(21, 7)).toBe(2);
    expect(given(1e6, 1e6)).toBe(6);
    expect(given(1e6, 4)).toBe(0);
    expect(given(-1e6, 1e6)).toBe(0);
    const { logOdds } = fuseFrame(COEFFICIENTS, Float32Array.of(22, 6, 10), [2, 1]);
    const { logOdds: without } = fuseFrame(
      { ...COEFFICIENTS, endorsements: [] },
      Float32Array.of(22, 6, 10),
      [2, 1],
    );
    expect(logOdds).toBe(without + 2);
  });

  it('cuts a feature at the clip, so that one odd camera cannot carry the score', () => {
    const at = fuseFrame(COEFFICIENTS, Float32Array.of(11, 0, 10), [2, 1]).logOdds;
    const beyond = fuseFrame(COEFFICIENTS, Float32Array.of(1e9, 0, 10), [2, 1]).logOdds;
    expect(beyond).toBe(at);
  });
});

describe('calibrate', () => {
  it('is the logistic function of the scaled log-odds', () => {
    expect(calibrate(2, { slope: 0.5, intercept: 1 })).toBeCloseTo(0.880797, 6);
  });

  it('stays within 0..1 and grows with the evidence', () => {
    const evidence = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(evidence, evidence, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((x) =>
          calibrate(x, { slope: 0.7, intercept: -1 }),
        );
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high!);
      }),
    );
  });

  it('calls a capture live from the operating threshold on', () => {
    expect(verdictOf(OPERATING_THRESHOLD)).toBe('live');
    expect(verdictOf(OPERATING_THRESHOLD - 1e-12)).toBe('fake');
  });
});

describe('reasonsFor', () => {
  const signals = ['a', 'b', 'c'].map((id) => ({ reasons: { fake: `${id}_fake`, live: `${id}_live` } }));

  it('names what speaks for the verdict, strongest first, and nothing that speaks against it', () => {
    expect(reasonsFor(signals, [-0.5, 2, -3], false)).toEqual(['c_fake', 'a_fake']);
    expect(reasonsFor(signals, [-0.5, 2, -3], true)).toEqual(['b_live']);
  });

  it('names three at most', () => {
    expect(reasonsFor([...signals, ...signals], [1, 2, 3, 4, 5, 6], true)).toEqual([
      'c_live',
      'b_live',
      'a_live',
    ]);
  });
});
