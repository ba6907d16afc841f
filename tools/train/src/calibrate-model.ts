import { type AttemptShape, frameAttempts, windowAttempts } from './attempts.ts';
import { type Calibration, fitCalibration } from './calibration.ts';
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
): Calibration {
  const attempts = scores
    .flatMap(({ rows }) => [
      ...windowAttempts(rows, shape, evidence),
      ...frameAttempts(rows.filter(({ row }) => row.sequence === '')),
    ])
    .filter((attempt) => isLearnt(attempt, recipe));
  const weights = balancedWeights(attempts, 1);
  return fitCalibration(
    attempts.map(({ score, bonaFide }, at) => ({ logOdds: score, bonaFide, weight: weights[at]! })),
  );
}
