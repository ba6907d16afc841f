import type { VideoJudgement } from '@vivant/engine/pipeline/judge-runs';

/** The judgement for a reader at a terminal. */
export function judgementText(judgement: VideoJudgement, modelId: string): string {
  return judgement.kind === 'judged' ? judgedText(judgement, modelId) : insufficientText(judgement);
}

function judgedText(
  { verdict, realScore, runs }: Extract<VideoJudgement, { kind: 'judged' }>,
  modelId: string,
): string {
  const lines = runs.map(({ realScore: score, framesProcessed, diagnostics }, at) => {
    const reasons = diagnostics.reasons.join(', ') || 'none';
    return `  run ${at + 1}: ${percent(score)}, ${framesProcessed} usable frames, reasons: ${reasons}`;
  });
  return [
    `${verdict.toUpperCase()}  score ${percent(realScore)} (live from 65 %), model ${modelId}`,
    ...lines,
    '',
  ].join('\n');
}

function insufficientText({ best }: Extract<VideoJudgement, { kind: 'insufficient' }>): string {
  const reasons = Object.entries(best.rejections).map(([reason, count]) => `${reason} ${count}`);
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  return `CANNOT JUDGE  the model needs ${best.framesRequired} frames; of the best ${best.framesReceived}, ${best.framesUsable} show one usable face${why}\n`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
