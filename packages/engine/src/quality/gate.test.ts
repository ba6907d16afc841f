import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECK_GATE, judgeQuality, MEETING_GATE } from './gate.ts';
import type { QualityMeasures } from './measures.ts';
import { QUALITY_REASONS } from './reasons.ts';

/** A usual face at a webcam. */
const GOOD: QualityMeasures = {
  yawDeg: -5,
  pitchDeg: -4,
  rollDeg: 2,
  interocularPx: 68,
  faceShare: 0.37,
  cutOffShare: 0,
  centreOffset: 0.25,
  sharpness: 1.6,
  faceLuma: 98,
  backgroundLuma: 150,
  faceDarkShare: 0,
  faceBrightShare: 0,
};

describe('quality gate', () => {
  it('lets a usual face pass', () => {
    expect(judgeQuality(GOOD, CHECK_GATE, 1)).toEqual([]);
    expect(judgeQuality(GOOD, MEETING_GATE, 1)).toEqual([]);
  });

  it.each([
    ['face-too-far', { interocularPx: 10 }],
    ['face-too-close', { faceShare: 0.95 }],
    ['face-cut-off', { cutOffShare: 0.3 }],
    ['too-blurry', { sharpness: 0.3 }],
    ['too-dark', { faceLuma: 15 }],
    ['too-dark', { faceDarkShare: 0.8 }],
    ['too-bright', { faceLuma: 230 }],
    ['too-bright', { faceBrightShare: 0.8 }],
    ['backlit', { backgroundLuma: 245 }],
    ['face-not-centered', { centreOffset: 0.8 }],
    ['angle-yaw', { yawDeg: 40 }],
    ['angle-yaw', { yawDeg: -40 }],
    ['angle-pitch', { pitchDeg: -35 }],
    ['angle-roll', { rollDeg: 30 }],
  ] as const)('names %s alone for %o in a meeting', (reason, change) => {
    expect(judgeQuality({ ...GOOD, ...change }, MEETING_GATE, 1)).toEqual([reason]);
  });

  it.each([
    { centreOffset: 0.9 },
    { yawDeg: 60 },
    { pitchDeg: 40 },
    { rollDeg: 45 },
    { backgroundLuma: 255, faceLuma: 60 },
    { faceShare: 0.95 },
  ])('leaves %o to the score when the service checks', (change) => {
    expect(judgeQuality({ ...GOOD, ...change }, CHECK_GATE, 1)).toEqual([]);
  });

  it('names no face alone, and several faces before anything else', () => {
    expect(judgeQuality(undefined, CHECK_GATE, 0)).toEqual(['no-face']);
    expect(judgeQuality({ ...GOOD, sharpness: 0.1 }, CHECK_GATE, 2)).toEqual([
      'multiple-faces',
      'too-blurry',
    ]);
  });

  it('is never milder in a meeting than in a check, and keeps the order of the vocabulary', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const byte = fc.double({ min: 0, max: 255, noNaN: true });
    const angle = fc.double({ min: -90, max: 90, noNaN: true });
    const any = fc.record({
      yawDeg: angle,
      pitchDeg: angle,
      rollDeg: angle,
      interocularPx: byte,
      faceShare: share,
      cutOffShare: share,
      centreOffset: share,
      sharpness: share,
      faceLuma: byte,
      backgroundLuma: byte,
      faceDarkShare: share,
      faceBrightShare: share,
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 3 }), (measures, faceCount) => {
        const meeting = judgeQuality(measures, MEETING_GATE, faceCount);
        expect(meeting).toEqual(QUALITY_REASONS.filter((reason) => meeting.includes(reason)));
        expect(meeting).toEqual(expect.arrayContaining(judgeQuality(measures, CHECK_GATE, faceCount)));
      }),
    );
  });
});
