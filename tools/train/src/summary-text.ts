import type { Trained } from './train.ts';

/** The figures of a training run as plain text, a line a model, species and protocol. */
export function summaryText({ fusions }: Trained): string {
  const lines = fusions.flatMap(({ manifests }) =>
    manifests.flatMap(({ id, evaluation }) =>
      [...(evaluation?.results ?? []), ...(evaluation?.altered ?? [])].map((result) => {
        const condition = 'condition' in result ? `, ${result.condition}` : '';
        const what = `${result.species} x ${result.framesPerAttempt} frames, ${result.protocol} (${result.split})${condition}`;
        const figures = [
          `AUC ${result.auc.value.toFixed(4)}`,
          `EER ${percent(result.eer.value)}`,
          `APCER ${percent(result.apcer.value)}`,
          `BPCER ${percent(result.bpcer.value)}`,
        ];
        return `${id}: ${what}: ${figures.join(', ')}`;
      }),
    ),
  );
  return `${lines.join('\n')}\n`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
