import type { FusionCoefficients } from '@vivant/engine/fusion/coefficients';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { Nets } from '@vivant/engine/nets/nets';
import { frameSignals } from '@vivant/engine/signals/registry';
import type { Dataset } from '@vivant/evaluate/dataset/dataset';
import { frameAttempts, windowAttempts } from './attempts.ts';
import { type Calibration, fitCalibration } from './calibration.ts';
import { type ExtractOptions, extractRows } from './extract-rows.ts';
import { balancedWeights, coefficientsFile, type FusionRecipe, fitFusion } from './fit-fusion.ts';
import { scoreLeaveOneOut, scoreRows } from './leave-one-out.ts';
import { measureModel, type UnseenScores } from './measure-model.ts';
import type { TrainingRow } from './training-row.ts';

/** What a training run works with. */
export interface TrainOptions {
  readonly dataset: Dataset;
  readonly nets: Nets;
  readonly recipes: readonly FusionRecipe[];
  /** Manifests of the models to calibrate; each names the coefficients of one recipe. */
  readonly manifests: readonly ModelManifest[];
  readonly variations: number;
  readonly seed: number;
  readonly readVideo: ExtractOptions['readVideo'];
  readonly onProgress: (text: string) => void;
}

/** A trained fusion with the models that use it. */
export interface TrainedFusion {
  readonly recipe: FusionRecipe;
  readonly coefficients: FusionCoefficients;
  readonly manifests: readonly ModelManifest[];
}

/** Extracts the signals once, then fits, calibrates and measures every fusion. */
export async function train(options: TrainOptions): Promise<TrainedFusion[]> {
  const { dataset, recipes, onProgress } = options;
  const signalIds = [...new Set(recipes.flatMap((recipe) => recipe.signals))];
  const rows = await extractRows({
    ...options,
    signals: frameSignals(signalIds),
    onProgress: (done, total) => onProgress(`signals: ${done} of ${total} captures`),
  });
  return recipes.map((recipe) => {
    const manifests = options.manifests.filter(
      ({ coefficients }) => coefficients === coefficientsFile(recipe),
    );
    return trainFusion(rows, recipe, manifests, dataset, onProgress);
  });
}

function trainFusion(
  rows: readonly TrainingRow[],
  recipe: FusionRecipe,
  manifests: readonly ModelManifest[],
  dataset: Dataset,
  onProgress: (text: string) => void,
): TrainedFusion {
  const isLearnt = ({ species }: { species: string }) => species === '' || recipe.species.includes(species);
  const training = rows.filter((row) => row.split === 'train' && isLearnt(row));
  const unseen = scoreLeaveOneOut(training, recipe, (fold) => onProgress(`${recipe.id}: without ${fold}`));
  onProgress(`${recipe.id}: all rooms`);
  const coefficients = fitFusion(training, recipe, dataset.version.slice(0, 'sha256:'.length + 12));
  const held = scoreRows(
    rows.filter(({ split }) => split === 'dev'),
    coefficients,
  );
  const scores: UnseenScores[] = [
    { protocol: 'leave-one-environment-out', split: 'train', rows: unseen },
    { protocol: 'held-out', split: 'dev', rows: held },
  ];
  return {
    recipe,
    coefficients,
    manifests: manifests.map((manifest) => {
      const calibration = calibrateModel(manifest, scores, isLearnt);
      const results = measureModel(manifest, calibration, scores);
      const evaluation = {
        dataset: dataset.name,
        datasetVersion: dataset.version,
        kind: 'self-test' as const,
        results,
      };
      return { ...manifest, calibration, evaluation };
    }),
  };
}

/** Attacks that the fusion learns to tell, in rooms it had not seen, decide where the operating threshold lies. */
function calibrateModel(
  manifest: ModelManifest,
  scores: readonly UnseenScores[],
  isLearnt: (attempt: { species: string }) => boolean,
): Calibration {
  const attempts = scores
    .flatMap(({ rows }) => [
      ...windowAttempts(rows, manifest),
      ...frameAttempts(rows.filter(({ row }) => row.sequence === '')),
    ])
    .filter(isLearnt);
  const weights = balancedWeights(attempts);
  return fitCalibration(
    attempts.map(({ score, bonaFide }, at) => ({ logOdds: score, bonaFide, weight: weights[at]! })),
  );
}
