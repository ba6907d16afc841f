import type { ModelResult } from '@vivant/engine/model-manifest';
import type { Trained } from './train.ts';

/** The figures of a training run as plain text, a line a model, species, protocol and condition. */
export function summaryText({ fusions }: Trained): string {
  const lines = fusions.flatMap(({ manifests }) =>
    manifests.flatMap(({ id, evaluation }) => [
      ...(evaluation?.results ?? []).map((result) => resultLine(id, result, 'as they are')),
      ...(evaluation?.altered ?? []).map((result) => resultLine(id, result, result.condition)),
    ]),
  );
  return `${lines.join('\n')}\n`;
}

/** What the data set could not teach, if anything, as a sentence. */
export function keptText({ kept }: Trained): string {
  return kept.length === 0
    ? ''
    : `Too few captures to learn these, which stay as they were: ${kept.join(', ')}.\n`;
}

function resultLine(id: string, result: ModelResult, condition: string): string {
  const { species, framesPerAttempt, protocol, split } = result;
  const figures = [
    `AUC ${result.auc.value.toFixed(4)}`,
    `EER ${percent(result.eer.value)}`,
    `APCER ${percent(result.apcer.value)}`,
    `BPCER ${percent(result.bpcer.value)}`,
  ];
  return `${id}: ${species} x ${framesPerAttempt} frames, ${protocol} (${split}), ${condition}: ${figures.join(', ')}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
