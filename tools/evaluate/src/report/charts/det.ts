import { probit } from '../../metrics/probit.ts';
import { type Html, html } from '../html.ts';
import { type Curve, type CurveSpace, drawCurve } from './curve.ts';
import { type Axis, drawPlot, left, top } from './plot.ts';

/** Error rates at the ends of both axes; what lies beyond is drawn on the edge. */
const RATE_MIN = 0.002;
const RATE_MAX = 0.7;
const TICKS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6].map((at) => ({
  at,
  label: `${Number((at * 100).toFixed(1))}`,
}));

const X: Axis = { label: 'Attacks called live (APCER), %', ticks: TICKS, scale };
const Y: Axis = { label: 'Genuine called fake (BPCER), %', ticks: TICKS, scale };
const SPACE: CurveSpace = { x: X, y: Y, heightOf: (point) => point.bpcer };

/** DET curves on normal deviate axes (Martin et al. 1997): the nearer to the lower left corner, the better. */
export function drawDet(id: string, curves: readonly Curve[], threshold: number): Html {
  const ends = [RATE_MIN, RATE_MAX].map((rate) => `${left(X, rate)} ${top(Y, rate)}`);
  const equal = html`<path class="chance" d="M${ends.join('L')}"/>`;
  return drawPlot({
    id,
    title: 'DET curve',
    description: `Share of genuine attempts called fake against share of attacks called live on normal deviate scales, for ${curves.map(({ name }) => name).join(', ')}. Where a curve meets the dashed diagonal, both errors are equal.`,
    x: X,
    y: Y,
    marks: [equal, ...curves.map((curve) => drawCurve(curve, SPACE, threshold))],
  });
}

function scale(rate: number): number {
  const low = probit(RATE_MIN);
  return (probit(rate) - low) / (probit(RATE_MAX) - low);
}
