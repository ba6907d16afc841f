import { type Html, html } from '../html.ts';

/** A mark on an axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** An axis; `scale` turns a value into a position from 0 (start) to 1 (end). */
export interface Axis {
  readonly label: string;
  readonly ticks: readonly Tick[];
  readonly scale: (value: number) => number;
}

export interface Plot {
  /** Unique in the document; the accessible title and description hang on it. */
  readonly id: string;
  readonly title: string;
  /** What the picture shows, in words, for those who cannot see it. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Html[];
}

const WIDTH = 380;
const HEIGHT = 330;
const EDGE = { left: 50, right: 15, top: 10, bottom: 44 };
const INNER_WIDTH = WIDTH - EDGE.left - EDGE.right;
const INNER_HEIGHT = HEIGHT - EDGE.top - EDGE.bottom;

/** Position of a value on the horizontal axis, in units of the picture. */
export function left(axis: Axis, value: number): number {
  return round(EDGE.left + clamp(axis.scale(value)) * INNER_WIDTH);
}

/** Position of a value on the vertical axis, in units of the picture; values grow upwards. */
export function top(axis: Axis, value: number): number {
  return round(EDGE.top + (1 - clamp(axis.scale(value))) * INNER_HEIGHT);
}

/** Draws axes, grid and marks as one inline SVG. */
export function drawPlot({ id, title, description, x, y, marks }: Plot): Html {
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>
${x.ticks.map((tick) => verticalLine(x, tick))}${y.ticks.map((tick) => horizontalLine(y, tick))}
<path class="frame" d="M${EDGE.left} ${EDGE.top}V${HEIGHT - EDGE.bottom}H${WIDTH - EDGE.right}"/>
<text class="axis" x="${EDGE.left + INNER_WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${x.label}</text>
<text class="axis" transform="translate(13 ${EDGE.top + INNER_HEIGHT / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>
${marks}</svg>`;
}

function verticalLine(axis: Axis, { at, label }: Tick): Html {
  const x = left(axis, at);
  const bottom = HEIGHT - EDGE.bottom;
  return html`<path class="grid" d="M${x} ${EDGE.top}V${bottom}"/><text class="tick" x="${x}" y="${bottom + 17}" text-anchor="middle">${label}</text>`;
}

function horizontalLine(axis: Axis, { at, label }: Tick): Html {
  const y = top(axis, at);
  return html`<path class="grid" d="M${EDGE.left} ${y}H${WIDTH - EDGE.right}"/><text class="tick" x="${EDGE.left - 7}" y="${y + 4}" text-anchor="end">${label}</text>`;
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}

function round(position: number): number {
  return Math.round(position * 10) / 10;
}
