import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { quantile } from '../metrics/quantile.ts';

/** A genuine capture of the tenant as the model scores it. */
export interface GenuineCapture {
  /** `real_score`, 0..1. */
  readonly score: number;
  readonly environment: string;
  readonly subject: string;
}

/** How attacks of the self-test would fare with and without the offset. */
export interface OffsetEvidence {
  readonly captures: number;
  readonly environments: number;
  readonly subjects: number;
  readonly medianScore: number;
  readonly referenceMedianScore: number;
  readonly bpcerBefore: number;
  readonly bpcerAfter: number;
  readonly apcerBefore: number;
  readonly apcerAfter: number;
  /** Offset before it was held back, log-odds. */
  readonly offsetWanted: number;
  /** What held it back; empty when nothing did. */
  readonly limitedBy: readonly ('few-captures' | 'offset-limit' | 'apcer-limit')[];
}

/** A tenant's calibration: its scores are `sigmoid(logit(real_score) + offset)`. */
export interface TenantCalibration {
  /** Log-odds that are added to every score of the tenant. */
  readonly offset: number;
  /** The same as a threshold on the score without the offset. */
  readonly threshold: number;
  readonly evidence: OffsetEvidence;
}

/** The captures cannot carry a calibration; the message says what is missing. */
export class TooFewCapturesError extends Error {
  override readonly name = 'TooFewCapturesError';
}

/** The least that speaks for a tenant: people differ more than captures of one person. */
export const CAPTURES_MIN = 24;
export const SUBJECTS_MIN = 5;
/** Captures at which half of what they ask for is granted. */
const HALF_TRUST = 16;
/** Neither side may move further: about what lies between an easy and a hard room of the self-test. */
export const OFFSET_MAX = 1.5;
/** A higher score for everyone also lets more attacks pass: never more than this share of those of the self-test. */
export const APCER_MAX = 0.1;
/** Scores nearer to 0 or 1 are not told apart. */
const SCORE_MARGIN = 1e-6;

/**
 * Moves the tenant's median genuine score towards that of the self-test, with the guard rails above.
 * @throws TooFewCapturesError
 */
export function fitOffset(
  captures: readonly GenuineCapture[],
  sensitivity: NonNullable<ModelManifest['sensitivity']>,
): TenantCalibration {
  const subjects = new Set(captures.map(({ environment, subject }) => `${environment}|${subject}`)).size;
  if (captures.length < CAPTURES_MIN || subjects < SUBJECTS_MIN) {
    throw new TooFewCapturesError(
      `${captures.length} genuine captures of ${subjects} people could be judged; at least ${CAPTURES_MIN} of ${SUBJECTS_MIN} are needed`,
    );
  }
  const logOdds = Float64Array.from(captures, ({ score }) => logit(score)).sort();
  const median = quantile(logOdds, 0.5);
  const wanted = sensitivity.bonaFideMedian - median;
  const trusted = (wanted * captures.length) / (captures.length + HALF_TRUST);
  const bounded = Math.min(Math.max(trusted, -OFFSET_MAX), OFFSET_MAX);
  const allowed = Math.min(bounded, Math.max(offsetAtApcer(sensitivity.apcer, APCER_MAX), 0));
  const offset = Math.round(allowed * 1000) / 1000;
  const limit = logit(OPERATING_THRESHOLD);
  const rejectedAt = (shift: number) => logOdds.filter((x) => x + shift < limit).length / logOdds.length;
  return {
    offset,
    threshold: sigmoid(limit - offset),
    evidence: {
      captures: captures.length,
      environments: new Set(captures.map(({ environment }) => environment)).size,
      subjects,
      medianScore: sigmoid(median),
      referenceMedianScore: sigmoid(sensitivity.bonaFideMedian),
      bpcerBefore: rejectedAt(0),
      bpcerAfter: rejectedAt(offset),
      apcerBefore: apcerAt(sensitivity.apcer, 0),
      apcerAfter: apcerAt(sensitivity.apcer, offset),
      offsetWanted: wanted,
      limitedBy: [
        ...(trusted === wanted ? [] : ['few-captures' as const]),
        ...(bounded === trusted ? [] : ['offset-limit' as const]),
        ...(allowed === bounded ? [] : ['apcer-limit' as const]),
      ],
    },
  };
}

type ApcerCurve = NonNullable<ModelManifest['sensitivity']>['apcer'];

/** APCER at an offset, on straight lines between the measured ones. */
function apcerAt(curve: ApcerCurve, offset: number): number {
  const above = curve.findIndex((point) => point.offset >= offset);
  if (above === 0) return curve[0]!.value;
  const right = curve[above];
  if (!right) return curve.at(-1)!.value;
  const left = curve[above - 1]!;
  const share = (offset - left.offset) / (right.offset - left.offset);
  return left.value + share * (right.value - left.value);
}

/** The largest measured offset at which APCER stays within the limit. */
function offsetAtApcer(curve: ApcerCurve, limit: number): number {
  return curve.findLast(({ value }) => value <= limit)?.offset ?? -Infinity;
}

function logit(score: number): number {
  const clamped = Math.min(Math.max(score, SCORE_MARGIN), 1 - SCORE_MARGIN);
  return Math.log(clamped / (1 - clamped));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
