import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { ModelSensitivity } from '@vivant/engine/model-manifest';
import { logit } from '@vivant/engine/numeric/logistic';
import { type AttemptShape, frameAttempts, windowAttempts } from './attempts.ts';
import { type Calibration, type CalibrationAttempt, fitCalibration } from './calibration.ts';
import { balancedWeights, type FusionRecipe } from './fit-fusion.ts';
import { isLearnt } from './leave-one-out.ts';
import type { UnseenScores } from './measure-model.ts';
import type { SequenceEvidence } from './score-sequences.ts';

/** Attacks that the fusion learns to tell, in rooms it had not seen, decide where the operating threshold lies. */
export function calibrateModel(
  shape: AttemptShape,
  scores: readonly UnseenScores[],
  evidence: SequenceEvidence,
  recipe: FusionRecipe,
): { calibration: Calibration; sensitivity: ModelSensitivity } {
  const attempts = scores
    .map(({ rows }) => rows.filter(({ row }) => row.condition === ''))
    .flatMap((rows) => [
      ...windowAttempts(rows, shape, evidence),
      ...frameAttempts(rows.filter(({ row }) => row.sequence === '')),
    ])
    .filter((attempt) => isLearnt(attempt, recipe));
  const weights = balancedWeights(attempts, 1);
  const weighted = attempts.map(({ score, bonaFide, species }, at) => ({
    logOdds: score,
    bonaFide,
    species,
    weight: weights[at]!,
  }));
  const calibration = fitCalibration(weighted);
  return { calibration, sensitivity: measureSensitivity(weighted, calibration) };
}

/** Offsets of the curve by which a tenant's calibration is bounded. */
const OFFSETS = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2] as const;

function measureSensitivity(
  attempts: readonly CalibrationAttempt[],
  { slope, intercept }: Calibration,
): ModelSensitivity {
  const calibrated = attempts
    .map((attempt) => ({ ...attempt, logOdds: slope * attempt.logOdds + intercept }))
    .sort((a, b) => a.logOdds - b.logOdds);
  const limit = logit(OPERATING_THRESHOLD);
  const share = (bonaFide: boolean, keep: (logOdds: number) => boolean) => {
    const own = calibrated.filter((attempt) => attempt.bonaFide === bonaFide);
    const total = own.reduce((sum, { weight }) => sum + weight, 0);
    return own.reduce((sum, { logOdds, weight }) => sum + (keep(logOdds) ? weight : 0), 0) / total;
  };
  const median = calibrated.find(
    ({ bonaFide, logOdds }) => bonaFide && share(true, (other) => other <= logOdds) >= 0.5,
  );
  return {
    bonaFideMedian: Number((median?.logOdds ?? 0).toFixed(3)),
    apcer: OFFSETS.map((offset) => ({
      offset,
      value: Number(share(false, (logOdds) => logOdds + offset >= limit).toFixed(4)),
    })),
  };
}
