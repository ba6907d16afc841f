import type { ModelEntry, ModelEvaluation } from '@vivant/contract/model-entry';
import type { ModelManifest, ModelResult } from '@vivant/engine/model-manifest';
import { VERSION_ALIASES } from './version-aliases.ts';

/** The public entry of a model. */
export function presentModel(model: ModelManifest): ModelEntry {
  return {
    id: model.id,
    label: model.label,
    description: model.description,
    min_frames: model.framesRequired,
    frames_required: model.framesRequired,
    deprecated: model.status === 'deprecated',
    aliases: versionsOf(model.id),
    family: model.family,
    replacement: model.replacement,
    sunset: model.sunset,
    credits: model.credits,
    evaluation: model.evaluation && presentEvaluation(model.evaluation),
  };
}

function versionsOf(id: string): string[] {
  return [...VERSION_ALIASES]
    .filter(
      ([, { modelIds, defaultModelId }]) => defaultModelId === id || [...modelIds.values()].includes(id),
    )
    .map(([version]) => version);
}

function presentEvaluation(evaluation: NonNullable<ModelManifest['evaluation']>): ModelEvaluation {
  return {
    dataset: evaluation.dataset,
    dataset_version: evaluation.datasetVersion,
    kind: evaluation.kind,
    results: evaluation.results.map(presentResult),
    altered: evaluation.altered.map(({ condition, ...result }) => ({ condition, ...presentResult(result) })),
  };
}

function presentResult(result: ModelResult): ModelEvaluation['results'][number] {
  const { framesPerAttempt, attempts, bpcerAtApcer5, bpcerAtApcer10, worstEnvironment, ...same } = result;
  return {
    ...same,
    frames_per_attempt: framesPerAttempt,
    attempts: { bona_fide: attempts.bonaFide, attack: attempts.attack },
    bpcer_at_apcer_5: bpcerAtApcer5,
    bpcer_at_apcer_10: bpcerAtApcer10,
    worst_environment: worstEnvironment,
  };
}
