import { describe, expect, it } from 'vitest';
import { operatingPoints } from '../../metrics/operating-points.ts';
import { SAMPLE_ATTEMPTS } from '../../metrics/testing/sample-attempts.ts';
import { operatingPoint } from './curve.ts';
import { drawDet } from './det.ts';
import { drawRoc } from './roc.ts';

const POINTS = operatingPoints(SAMPLE_ATTEMPTS).map((point) => ({
  ...point,
  threshold: point.threshold === Infinity ? null : point.threshold,
}));

describe('operatingPoint', () => {
  it.each([
    [0.65, 4 / 11, 0.2],
    [0.6, 4 / 11, 0.2],
    [0.651, 2 / 11, 0.3],
    [0.99, 0, 1],
  ])('is where calling live from %d up puts the model', (threshold, apcer, bpcer) => {
    expect(operatingPoint(POINTS, threshold)).toMatchObject({ apcer, bpcer });
  });

  it('is null on an empty curve', () => {
    expect(operatingPoint([], 0.65)).toBeNull();
  });
});

describe('curves', () => {
  const curves = [{ name: 'screen', tone: 1, points: POINTS }];

  it('run from corner to corner of a ROC plot', () => {
    const path = /<path class="curve tone1" d="M([^"]+)"/.exec(drawRoc('roc', curves, 0.65).text)![1]!;
    const corners = path.split('L');
    // Accepting all is the upper right corner, accepting none the lower left.
    expect(corners[0]).toBe('365 10');
    expect(corners.at(-1)).toBe('50 286');
  });

  it('stay within a DET plot although error rates of 0 lie at infinity', () => {
    const text = drawDet('det', curves, 0.65).text;
    const path = /<path class="curve tone1" d="M([^"]+)"/.exec(text)![1]!;
    for (const corner of path.split('L')) {
      const [x, y] = corner.split(' ').map(Number) as [number, number];
      expect(x).toBeGreaterThanOrEqual(50);
      expect(x).toBeLessThanOrEqual(365);
      expect(y).toBeGreaterThanOrEqual(10);
      expect(y).toBeLessThanOrEqual(286);
    }
  });
});
