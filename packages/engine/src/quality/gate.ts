import type { QualityMeasures } from './measures.ts';
import { QUALITY_REASONS, type QualityReason } from './reasons.ts';

/** Limits a frame must keep; an absent one is not checked. */
export interface QualityGate {
  readonly interocularPxMin?: number;
  readonly faceShareMax?: number;
  readonly cutOffShareMax?: number;
  readonly sharpnessMin?: number;
  readonly faceLumaMin?: number;
  readonly faceDarkShareMax?: number;
  readonly faceLumaMax?: number;
  readonly faceBrightShareMax?: number;
  /** Luma the background may be brighter than the face. */
  readonly backlightLumaMax?: number;
  readonly centreOffsetMax?: number;
  readonly yawDegMax?: number;
  readonly pitchDegMax?: number;
  readonly rollDegMax?: number;
}

/**
 * Of the verification service: one face, large and sharp enough to be judged. Whatever else is less than ideal, the
 * score has to cope with: people sit in the light they have.
 */
export const CHECK_GATE: QualityGate = {
  // Face boxes of 30 pixels: below, the widest crops would have to be enlarged to fill the PAD nets.
  interocularPxMin: 16,
  cutOffShareMax: 0.25,
  // A Gaussian blur of 1.2 % of the face width leaves about 0.55, of 2 % about 0.28; 99.5 % of webcam faces exceed 0.68.
  sharpnessMin: 0.4,
  faceLumaMin: 20,
  faceDarkShareMax: 0.7,
  faceBrightShareMax: 0.7,
};

/** Of the meeting bot without face checks: sharp and well lit, and otherwise such that the service can judge it. */
export const MEETING_BASE_GATE: QualityGate = {
  ...CHECK_GATE,
  sharpnessMin: 0.5,
  faceLumaMin: 40,
  faceDarkShareMax: 0.4,
  faceLumaMax: 215,
  faceBrightShareMax: 0.3,
};

/** Of the meeting bot, which can wait for a better moment: also well placed, well lit and facing the camera. */
export const MEETING_GATE: QualityGate = {
  ...MEETING_BASE_GATE,
  interocularPxMin: 24,
  faceShareMax: 0.85,
  cutOffShareMax: 0.1,
  backlightLumaMax: 140,
  centreOffsetMax: 0.7,
  yawDegMax: 35,
  pitchDegMax: 30,
  rollDegMax: 25,
};

/** Whether a measure breaks its limits, by reason. */
type Rule = (measures: QualityMeasures, gate: QualityGate) => boolean;

const RULES: Readonly<Record<Exclude<QualityReason, 'no-face' | 'multiple-faces'>, Rule>> = {
  'face-too-far': (m, gate) => isBelow(m.interocularPx, gate.interocularPxMin),
  'face-too-close': (m, gate) => isAbove(m.faceShare, gate.faceShareMax),
  'face-cut-off': (m, gate) => isAbove(m.cutOffShare, gate.cutOffShareMax),
  'too-blurry': (m, gate) => isBelow(m.sharpness, gate.sharpnessMin),
  'too-dark': (m, gate) =>
    isBelow(m.faceLuma, gate.faceLumaMin) || isAbove(m.faceDarkShare, gate.faceDarkShareMax),
  'too-bright': (m, gate) =>
    isAbove(m.faceLuma, gate.faceLumaMax) || isAbove(m.faceBrightShare, gate.faceBrightShareMax),
  backlit: (m, gate) => isAbove(m.backgroundLuma - m.faceLuma, gate.backlightLumaMax),
  'face-not-centered': (m, gate) => isAbove(m.centreOffset, gate.centreOffsetMax),
  'angle-yaw': (m, gate) => isAbove(Math.abs(m.yawDeg), gate.yawDegMax),
  'angle-pitch': (m, gate) => isAbove(Math.abs(m.pitchDeg), gate.pitchDegMax),
  'angle-roll': (m, gate) => isAbove(Math.abs(m.rollDeg), gate.rollDegMax),
};

/**
 * Names every reason why a frame is not usable, most fundamental first; empty when it is usable.
 * @param measures of the main face; absent exactly when no face was found
 */
export function judgeQuality(
  measures: QualityMeasures | undefined,
  gate: QualityGate,
  faceCount: number,
): QualityReason[] {
  if (measures === undefined || faceCount === 0) return ['no-face'];
  return QUALITY_REASONS.filter((reason) => {
    if (reason === 'no-face') return false;
    if (reason === 'multiple-faces') return faceCount > 1;
    return RULES[reason](measures, gate);
  });
}

function isBelow(value: number, limit: number | undefined): boolean {
  return limit !== undefined && value < limit;
}

function isAbove(value: number, limit: number | undefined): boolean {
  return limit !== undefined && value > limit;
}
