import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import {
  CAPTURES_MIN,
  OFFSET_MAX,
  offsetLimit,
  SUBJECTS_MIN,
  type TenantCalibration,
} from '@vivant/engine/fusion/tenant-calibration';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { logit, sigmoid } from '@vivant/engine/numeric/logistic';
import { quantile } from '../metrics/quantile.ts';

/** A genuine capture of the tenant as the model scores it. */
export interface GenuineCapture {
  /** `real_score`, 0..1. */
  readonly score: number;
  readonly environment: string;
  readonly subject: string;
}

/** The captures cannot carry a calibration; the message says what is missing. */
export class TooFewCapturesError extends Error {
  override readonly name = 'TooFewCapturesError';
}

/** Captures at which half of what they ask for is granted. */
const HALF_TRUST = 16;

/** What the captures of a tenant ask for, and what was granted. */
export type FittedOffset = Pick<TenantCalibration, 'offset' | 'threshold' | 'evidence'>;

/**
 * Moves the tenant's median genuine score towards that of the self-test, within the limits of every calibration.
 * @throws TooFewCapturesError
 */
export function fitOffset(
  captures: readonly GenuineCapture[],
  sensitivity: NonNullable<ModelManifest['sensitivity']>,
): FittedOffset {
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
  const allowed = Math.min(bounded, offsetLimit(sensitivity));
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
