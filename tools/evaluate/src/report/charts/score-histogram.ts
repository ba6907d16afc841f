import { type Html, html } from '../html.ts';
import type { ScoreHistogram } from '../report.ts';
import { type Axis, drawPlot, left, top } from './plot.ts';

const X: Axis = {
  label: 'Score (probability of a live person)',
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, label: `${at}` })),
  scale: (value) => value,
};

/** Scores of the bona fide upwards and of the attacks downwards, each as a share of its class. */
export function drawHistogram(id: string, { bonaFide, attacks }: ScoreHistogram, threshold: number): Html {
  const peak = Math.max(0.1, ...bonaFide, ...attacks);
  const y = shareAxis(Math.ceil(peak * 10) / 10);
  const cut = left(X, threshold);
  return drawPlot({
    id,
    title: 'Score histogram',
    description: 'Share of the genuine attempts (upwards) and of the attacks (downwards) at each score.',
    x: X,
    y,
    marks: [
      ...bonaFide.map((share, bin) => drawBar('genuine', bin, bonaFide.length, share, y)),
      ...attacks.map((share, bin) => drawBar('spoof', bin, attacks.length, -share, y)),
      html`<path class="baseline" d="M${left(X, 0)} ${top(y, 0)}H${left(X, 1)}"/>`,
      html`<path class="threshold" d="M${cut} ${top(y, 1)}V${top(y, -1)}"/>`,
      html`<text class="tick" x="${cut - 5}" y="${top(y, 1) + 11}" text-anchor="end">fake</text>`,
      html`<text class="tick" x="${cut + 5}" y="${top(y, 1) + 11}">live</text>`,
    ],
  });
}

function shareAxis(limit: number): Axis {
  const shares = [-limit, -limit / 2, 0, limit / 2, limit];
  return {
    label: 'Attacks ↓   share of class, %   genuine ↑',
    ticks: shares.map((at) => ({ at, label: `${Math.round(Math.abs(at) * 100)}` })),
    scale: (share) => (share + limit) / (2 * limit),
  };
}

/** A bar from the baseline to `share`, which is negative for a bar that hangs. */
function drawBar(kind: 'genuine' | 'spoof', bin: number, bins: number, share: number, y: Axis): Html {
  const from = left(X, bin / bins) + 1;
  const width = left(X, (bin + 1) / bins) - 1 - from;
  const edges = [top(y, 0), top(y, share)].sort((a, b) => a - b) as [number, number];
  return html`<rect class="${kind}" x="${from.toFixed(1)}" y="${edges[0]}" width="${width.toFixed(1)}" height="${(edges[1] - edges[0]).toFixed(1)}"/>`;
}
