import { type Html, html } from '../html.ts';
import { type Curve, type CurveSpace, drawCurve } from './curve.ts';
import { type Axis, drawPlot, left, top } from './plot.ts';

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, label: `${at * 100}` }));
const X: Axis = { label: 'Attacks called live (APCER), %', ticks: TICKS, scale: (value) => value };
const Y: Axis = { label: 'Genuine called live (1 − BPCER), %', ticks: TICKS, scale: (value) => value };
const SPACE: CurveSpace = { x: X, y: Y, heightOf: (point) => 1 - point.bpcer };

/** ROC curves: the nearer to the upper left corner, the better. */
export function drawRoc(id: string, curves: readonly Curve[], threshold: number): Html {
  const chance = html`<path class="chance" d="M${left(X, 0)} ${top(Y, 0)}L${left(X, 1)} ${top(Y, 1)}"/>`;
  return drawPlot({
    id,
    title: 'ROC curve',
    description: `Share of genuine attempts called live against share of attacks called live, for ${curves.map(({ name }) => name).join(', ')}. The tables below hold the figures.`,
    x: X,
    y: Y,
    marks: [chance, ...curves.map((curve) => drawCurve(curve, SPACE, threshold))],
  });
}
