import { halvePlane, type LumaPlane } from '../image/luma-plane.ts';

/** A plane and its halves, finest first. */
export type Pyramid = readonly LumaPlane[];

/** Levels: a point may move by about four pixels of the coarsest one. */
const LEVELS = 3;
/** Half the side of the window that must look alike in both planes. */
const RADIUS = 3;
const SIDE = 2 * RADIUS + 1;
const ITERATIONS_MAX = 6;
/** Steps below this many pixels change nothing. */
const STEP_MIN = 0.03;
/** Smaller eigenvalue of the mean gradient product, levels squared a pixel: below it the window is flat or an edge. */
const TEXTURE_MIN = 6;
/** Mean absolute difference in levels beyond which the window was not found again. */
const DIFFERENCE_MAX = 14;

/** Prepares a plane for {@link followPoint}. */
export function buildPyramid(plane: LumaPlane): Pyramid {
  const levels = [plane];
  for (let i = 1; i < LEVELS; i++) levels.push(halvePlane(levels[i - 1]!));
  return levels;
}

const template = new Float32Array(SIDE * SIDE);
const gradientX = new Float32Array(SIDE * SIDE);
const gradientY = new Float32Array(SIDE * SIDE);

/**
 * Where a point went, as `[dx, dy]` in pixels of the finest level: pyramidal Lucas-Kanade (Bouguet 2000). Undefined when
 * there is too little texture to follow, or it was not found again.
 */
export function followPoint(from: Pyramid, to: Pyramid, x: number, y: number): [number, number] | undefined {
  let dx = 0;
  let dy = 0;
  for (let level = LEVELS - 1; level >= 0; level--) {
    const scale = 1 / 2 ** level;
    dx *= 2;
    dy *= 2;
    const step = refine(from[level]!, to[level]!, x * scale, y * scale, dx, dy, level === 0);
    if (step) [dx, dy] = step;
    else if (level === 0) return undefined;
  }
  return [dx, dy];
}

function refine(
  from: LumaPlane,
  to: LumaPlane,
  x: number,
  y: number,
  startX: number,
  startY: number,
  isFinest: boolean,
): [number, number] | undefined {
  if (!isInside(from, x, y, 1)) return undefined;
  const [xx, xy, yy] = readTemplate(from, x, y);
  const determinant = xx * yy - xy * xy;
  const eigenvalueMin = (xx + yy - Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)) / 2;
  if (eigenvalueMin < TEXTURE_MIN) return undefined;
  let dx = startX;
  let dy = startY;
  let difference = 0;
  for (let i = 0; i < ITERATIONS_MAX; i++) {
    if (!isInside(to, x + dx, y + dy, 0)) return undefined;
    const mismatch = compare(to, x + dx, y + dy);
    difference = mismatch.difference;
    const stepX = (yy * mismatch.x - xy * mismatch.y) / determinant;
    const stepY = (xx * mismatch.y - xy * mismatch.x) / determinant;
    dx += stepX;
    dy += stepY;
    if (Math.abs(stepX) + Math.abs(stepY) < STEP_MIN) break;
  }
  if (isFinest && difference > DIFFERENCE_MAX) return undefined;
  return [dx, dy];
}

/** Fills the template and its gradients; returns the mean gradient products. */
function readTemplate(plane: LumaPlane, x: number, y: number): [number, number, number] {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  let at = 0;
  for (let v = -RADIUS; v <= RADIUS; v++) {
    for (let u = -RADIUS; u <= RADIUS; u++, at++) {
      template[at] = sample(plane, x + u, y + v);
      const gx = (sample(plane, x + u + 1, y + v) - sample(plane, x + u - 1, y + v)) / 2;
      const gy = (sample(plane, x + u, y + v + 1) - sample(plane, x + u, y + v - 1)) / 2;
      gradientX[at] = gx;
      gradientY[at] = gy;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  }
  return [xx / at, xy / at, yy / at];
}

function compare(plane: LumaPlane, x: number, y: number): { x: number; y: number; difference: number } {
  let sumX = 0;
  let sumY = 0;
  let difference = 0;
  let at = 0;
  for (let v = -RADIUS; v <= RADIUS; v++) {
    for (let u = -RADIUS; u <= RADIUS; u++, at++) {
      const delta = template[at]! - sample(plane, x + u, y + v);
      sumX += delta * gradientX[at]!;
      sumY += delta * gradientY[at]!;
      difference += Math.abs(delta);
    }
  }
  return { x: sumX / at, y: sumY / at, difference: difference / at };
}

function isInside({ width, height }: LumaPlane, x: number, y: number, margin: number): boolean {
  const reach = RADIUS + margin;
  return x >= reach && y >= reach && x < width - reach - 1 && y < height - reach - 1;
}

/** Bilinear. */
function sample({ width, data }: LumaPlane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const at = top * width + left;
  const above = data[at]! * (1 - u) + data[at + 1]! * u;
  const below = data[at + width]! * (1 - u) + data[at + width + 1]! * u;
  return above * (1 - v) + below * v;
}
