import { rateCell } from '../cells.ts';
import { plural, speciesName } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport } from '../report.ts';
import { drawTable, numbers, words } from '../table.ts';

/** Attempts that gave no score, apart from the error rates, and what kept them from being judged. */
export function drawAcquisition({ failureToAcquire }: SeriesReport): Html {
  const { bonaFide, attacks, causes } = failureToAcquire;
  const table = drawTable({
    caption: 'Failure to acquire',
    columns: [words('Presented'), numbers('Not judged')],
    rows: [
      ...(bonaFide ? [['genuine', rateCell(bonaFide)]] : []),
      ...Object.entries(attacks).map(([species, rate]) => [speciesName(species), rateCell(rate)]),
    ],
  });
  const narrow = html`<div class="narrow">${table}</div>`;
  const byFrames = Object.entries(causes).sort(([, a], [, b]) => b - a);
  if (byFrames.length === 0) return narrow;
  return html`${narrow}<p class="note">Frames lost in those attempts: ${byFrames
    .map(([cause, frames]) => `${cause} ${plural(frames, 'frame')}`)
    .join(', ')}.</p>`;
}
