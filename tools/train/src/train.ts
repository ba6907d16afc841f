import type { FusionCoefficients } from '@vivant/engine/fusion/coefficients';
import type { SequenceCoefficients } from '@vivant/engine/fusion/sequence-coefficients';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { Nets } from '@vivant/engine/nets/nets';
import { frameSignals } from '@vivant/engine/signals/registry';
import type { Dataset } from '@vivant/evaluate/dataset/dataset';
import { calibrateModel } from './calibrate-model.ts';
import type { CallEncoder } from './call-encoding.ts';
import { ALTERATIONS, LINES } from './conditions.ts';
import type { EarlierFits } from './earlier-fits.ts';
import { type EnvironmentFeatures, extractEnvironment } from './extract-environment.ts';
import type { FeatureCache } from './feature-cache.ts';
import { coefficientsFile, type FusionRecipe, fitFusion } from './fit-fusion.ts';
import { fitSequence, type SequenceRecipe, sequenceFile } from './fit-sequence.ts';
import { isFitted, isShipped, scoreLeaveOneOut, scoreRows } from './leave-one-out.ts';
import { measureAltered, measureModel, type UnseenScores } from './measure-model.ts';
import { addObjections } from './objections.ts';
import type { CaptureSource } from './read-capture.ts';
import { type SequenceEvidence, scoreSequences } from './score-sequences.ts';
import { cutWindows, type SequenceWindow } from './sequence-window.ts';
import type { TrainingRow } from './training-row.ts';

/** What a training run works with. */
export interface TrainOptions {
  readonly dataset: Dataset;
  readonly nets: Nets;
  readonly recipes: readonly FusionRecipe[];
  readonly sequenceRecipes: readonly SequenceRecipe[];
  /** Manifests of the models to calibrate; each names the coefficients of one recipe. */
  readonly manifests: readonly ModelManifest[];
  /** Serve where the data set cannot teach a part. */
  readonly earlier: EarlierFits;
  readonly variations: number;
  readonly seed: number;
  readonly readVideo: CaptureSource['readVideo'];
  readonly encodeCall: CallEncoder;
  readonly cache: FeatureCache;
  readonly onProgress: (text: string) => void;
}

/** A trained fusion with the models that use it. */
export interface TrainedFusion {
  readonly recipe: FusionRecipe;
  readonly coefficients: FusionCoefficients;
  readonly manifests: readonly ModelManifest[];
}

/** What was learnt. */
export interface Trained {
  readonly fusions: readonly TrainedFusion[];
  readonly sequences: readonly {
    readonly recipe: SequenceRecipe;
    readonly coefficients: SequenceCoefficients;
  }[];
  /** What the data set could not teach and stays as it was, in words. */
  readonly kept: readonly string[];
}

/** Frames of the longest captures that there are enough of: longer models are calibrated and measured on these. */
const FRAMES_MEASURED_MAX = 30;

/** Extracts the signals once, then fits, calibrates and measures every fusion. */
export async function train(options: TrainOptions): Promise<Trained> {
  const features = await extractFeatures(options);
  const version = options.dataset.version.slice(0, 'sha256:'.length + 12);
  const windowsOf = memoise((frames: number) => cutWindows(features.sequences, frames));
  const unseen = new Map(
    options.recipes.map((recipe) => [
      coefficientsFile(recipe),
      scoreUnseen(recipe, features.rows, version, options),
    ]),
  );
  const kept = options.recipes
    .filter((recipe) => unseen.get(coefficientsFile(recipe))!.isKept)
    .map(({ id }) => id);
  const sequences = options.sequenceRecipes.map((recipe) => {
    const earlier = options.earlier.sequences.get(sequenceFile(recipe));
    const onKept = (part: string) => kept.push(`${part} of ${recipe.id}`);
    const windows = windowsOf(recipe.frames);
    return { recipe, coefficients: fitSequence(windows, recipe, version, { earlier, onKept }) };
  });
  return {
    fusions: options.recipes.map((recipe) => trainFusion(recipe, windowsOf, unseen, options)),
    sequences,
    kept,
  };
}

/** Windows of all captures by their length. */
type WindowsOf = (frames: number) => readonly SequenceWindow[];

function memoise(cut: WindowsOf): WindowsOf {
  const kept = new Map<number, readonly SequenceWindow[]>();
  return (frames) => {
    const windows = kept.get(frames) ?? cut(frames);
    kept.set(frames, windows);
    return windows;
  };
}

async function extractFeatures(options: TrainOptions): Promise<EnvironmentFeatures> {
  const { dataset, recipes, variations, seed, onProgress } = options;
  const signalsOf = (some: readonly FusionRecipe[]) =>
    frameSignals([...new Set(some.flatMap((recipe) => recipe.signals))]);
  const signals = signalsOf(recipes);
  const signalsAltered = signalsOf(recipes.filter((recipe) => recipe.ignoresAltered !== true));
  const environments = [...new Set(dataset.rows.map(({ environment }) => environment))];
  const conditions = [...ALTERATIONS, ...LINES].map(({ id }) => id);
  const all: EnvironmentFeatures[] = [];
  for (const [at, environment] of environments.entries()) {
    onProgress(`signals: ${at + 1} of ${environments.length} environments`);
    const rows = dataset.rows.filter((row) => row.environment === environment);
    const key = [dataset.version, environment, signals.map(({ id }) => id), conditions, variations, seed];
    const extract = { ...options, dir: dataset.dir, signals, signalsAltered, seed: seed + at };
    all.push(await options.cache.load(key, () => extractEnvironment(rows, extract)));
  }
  return { rows: all.flatMap(({ rows }) => rows), sequences: all.flatMap(({ sequences }) => sequences) };
}

/** A fusion, and scores that no row had a part in. */
interface UnseenFusion {
  /** Of the captures of both splits: a room more is worth more than any setting, once the held-out rooms were measured. */
  readonly coefficients: FusionCoefficients;
  readonly scores: readonly UnseenScores[];
  /** Not fitted: the data set has no such attacks. */
  readonly isKept: boolean;
}

function scoreUnseen(
  recipe: FusionRecipe,
  rows: readonly TrainingRow[],
  version: string,
  { onProgress, earlier }: Pick<TrainOptions, 'onProgress' | 'earlier'>,
): UnseenFusion {
  const training = rows.filter((row) => row.split === 'train');
  onProgress(`${recipe.id}: all rooms`);
  const learnt = training.filter((row) => isFitted(row, recipe));
  if (learnt.every(({ bonaFide }) => bonaFide)) {
    return keepFusion(recipe, rows, earlier.fusions.get(coefficientsFile(recipe)));
  }
  const measured = fitFusion(learnt, recipe, version);
  const unseen = scoreLeaveOneOut(
    training,
    recipe,
    (fold) => onProgress(`${recipe.id}: without ${fold}`),
    measured,
  );
  const dev = rows.filter(({ split }) => split === 'dev');
  const shipped = rows.filter((row) => isShipped(row, recipe));
  return {
    coefficients: fitFusion(shipped, recipe, version, measured),
    scores: [
      { protocol: 'leave-one-environment-out', split: 'train', rows: unseen },
      { protocol: 'held-out', split: 'dev', rows: scoreRows(dev, measured) },
    ],
    isKept: false,
  };
}

/** An earlier fit knows none of these captures. @throws Error when there is none */
function keepFusion(
  recipe: FusionRecipe,
  rows: readonly TrainingRow[],
  coefficients: FusionCoefficients | undefined,
): UnseenFusion {
  if (!coefficients) throw new Error(`no attacks to fit ${recipe.id} by: ${recipe.species.join(', ')}`);
  const scored = (split: TrainingRow['split']) =>
    scoreRows(
      rows.filter((row) => row.split === split && !row.augmented),
      coefficients,
    );
  const splits = ['train', 'dev'] as const;
  const scores = splits.map((split) => ({ protocol: 'held-out' as const, split, rows: scored(split) }));
  return { coefficients, scores, isKept: true };
}

function trainFusion(
  recipe: FusionRecipe,
  windowsOf: WindowsOf,
  unseen: ReadonlyMap<string, UnseenFusion>,
  options: TrainOptions,
): TrainedFusion {
  const { coefficients, scores } = unseen.get(coefficientsFile(recipe))!;
  const manifests = options.manifests
    .filter((manifest) => manifest.coefficients === coefficientsFile(recipe))
    .map((manifest) => {
      const shape = shapeOf(manifest);
      const judged = withObjector(manifest, unseen, {
        scores,
        evidence: evidenceFor(manifest, windowsOf, options),
      });
      const { calibration, sensitivity } = calibrateModel(shape, judged.scores, judged.evidence, recipe);
      const results = measureModel(shape, calibration, judged.scores, judged.evidence);
      const { name, version } = options.dataset;
      const altered = measureAltered(shape, calibration, judged.scores, judged.evidence);
      const evaluation = {
        dataset: name,
        datasetVersion: version,
        kind: 'self-test' as const,
        results,
        altered,
      };
      return { ...manifest, calibration, sensitivity, evaluation };
    });
  return { recipe, coefficients, manifests };
}

interface Judged {
  readonly scores: readonly UnseenScores[];
  readonly evidence: SequenceEvidence;
}

function withObjector(
  manifest: ModelManifest,
  unseen: ReadonlyMap<string, UnseenFusion>,
  { scores, evidence }: Judged,
): Judged {
  if (!manifest.objector) return { scores, evidence };
  const doubts = unseen.get(manifest.objector.coefficients);
  if (!doubts) {
    throw new Error(`${manifest.id}: ${manifest.objector.coefficients} is not among the fusions of this run`);
  }
  return addObjections(scores, evidence, doubts.scores, manifest.objector, shapeOf(manifest));
}

function shapeOf({ framesRequired, framesScored }: ModelManifest) {
  const frames = Math.min(framesRequired, FRAMES_MEASURED_MAX);
  return { framesRequired: frames, framesScored: Math.min(framesScored, frames) };
}

function evidenceFor(
  manifest: ModelManifest,
  windowsOf: WindowsOf,
  { sequenceRecipes, earlier }: Pick<TrainOptions, 'sequenceRecipes' | 'earlier'>,
): SequenceEvidence {
  if (manifest.sequence === undefined) return new Map();
  const recipe = sequenceRecipes.find((one) => sequenceFile(one) === manifest.sequence);
  if (!recipe) throw new Error(`${manifest.id}: no recipe writes ${manifest.sequence}`);
  const windows = windowsOf(shapeOf(manifest).framesRequired);
  return scoreSequences(windows, recipe, windowsOf(recipe.frames), earlier.sequences.get(manifest.sequence));
}
