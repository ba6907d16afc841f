import { counted, percent, plural, speciesName } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport } from '../report.ts';

/** The result at the threshold in one paragraph that needs no knowledge of the field. */
export function drawConclusion(series: SeriesReport, threshold: number): Html {
  const { environments, subjects } = series.counts;
  const people = subjects === 1 ? '1 person' : `${subjects} people`;
  return html`<p class="conclusion">At the fixed threshold of ${threshold}, ${attacksSentence(series)} ${genuineSentence(series)} Measured on ${people} in ${plural(environments, 'environment')}.</p>`;
}

function attacksSentence({ species }: SeriesReport): Html {
  const worst = species.toSorted((a, b) => b.apcer.value - a.apcer.value)[0];
  if (!worst) return html`nothing is known about attacks, for none was judged.`;
  if (worst.apcer.errors === 0) {
    const attacks = species.reduce((sum, { apcer }) => sum + apcer.total, 0);
    return html`none of ${plural(attacks, 'attack')} was called live.`;
  }
  return html`<b>${speciesName(worst.species)}</b> attacks passed most often: ${counted(worst.apcer)} (${percent(worst.apcer.value)}) were called live.`;
}

function genuineSentence({ bonaFide }: SeriesReport): Html {
  if (!bonaFide) return html`No genuine attempt was judged.`;
  return html`Of the genuine attempts, ${counted(bonaFide)} (${percent(bonaFide.value)}) were called fake.`;
}
