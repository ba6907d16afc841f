import { type Html, html } from '../html.ts';
import type { CurvePoint } from '../report.ts';
import { type Axis, left, top } from './plot.ts';

/** One line of a chart. */
export interface Curve {
  readonly name: string;
  /** Number of the colour and dash pattern, from 0. */
  readonly tone: number;
  readonly points: readonly CurvePoint[];
}

/** Tones that the style sheet knows; further curves start over. */
export const TONES = 6;

/** The axes of a chart and how its vertical one reads an operating point. */
export interface CurveSpace {
  readonly x: Axis;
  readonly y: Axis;
  readonly heightOf: (point: CurvePoint) => number;
}

/** Draws a curve with a ring where the fixed threshold puts the model. */
export function drawCurve(curve: Curve, { x, y, heightOf }: CurveSpace, threshold: number): Html {
  const tone = curve.tone % TONES;
  const positions = curve.points.map((point) => `${left(x, point.apcer)} ${top(y, heightOf(point))}`);
  const path = positions.filter((position, index) => position !== positions[index - 1]).join('L');
  const operating = operatingPoint(curve.points, threshold);
  return html`<path class="curve tone${tone}" d="M${path}"/>${
    operating &&
    html`<circle class="operating tone${tone}" cx="${left(x, operating.apcer)}" cy="${top(y, heightOf(operating))}" r="5"/>`
  }`;
}

/** The point that calling live from `threshold` up amounts to; null on an empty curve. */
export function operatingPoint(points: readonly CurvePoint[], threshold: number): CurvePoint | null {
  return points.find((point) => point.threshold === null || point.threshold >= threshold) ?? null;
}

/** Names the curves of a chart beside a sample of their line. */
export function drawLegend(curves: readonly Curve[]): Html {
  return html`<ul class="legend">${curves.map(
    ({ name, tone }) =>
      html`<li><svg viewBox="0 0 28 10" aria-hidden="true"><path class="curve tone${tone % TONES}" d="M0 5H28"/></svg>${name}</li>`,
  )}<li><svg viewBox="0 0 28 10" aria-hidden="true"><circle class="operating" cx="14" cy="5" r="4"/></svg>fixed threshold</li></ul>`;
}
