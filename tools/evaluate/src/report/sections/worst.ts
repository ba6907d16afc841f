import { speciesName } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport, WorstAttempt } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** The attempts to look at first, with the reasons the engine gave. */
export function drawWorst({ worst }: SeriesReport): Html {
  return html`${drawAttempts('Genuine attempts with the lowest scores', worst.bonaFide)}
${drawAttempts('Attacks with the highest scores', worst.attacks)}`;
}

function drawAttempts(caption: string, attempts: readonly WorstAttempt[]): Html {
  if (attempts.length === 0) return html``;
  return html`<details><summary>${caption}</summary>${drawTable({
    caption,
    columns: [
      words('Attempt'),
      numbers('Score'),
      words('Verdict'),
      words('Environment'),
      words('Species'),
      words('Reasons'),
    ],
    rows: attempts.map((attempt) => [
      html`<code>${attempt.id}</code>`,
      attempt.score.toFixed(3),
      attempt.isError ? html`<span class="wrong">wrong</span>` : 'right',
      attempt.environment,
      attempt.species === '' ? 'genuine' : speciesName(attempt.species),
      attempt.reasons.join(', '),
    ]),
  })}</details>`;
}
