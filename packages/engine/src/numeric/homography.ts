/** Row-major 3x3 with a last entry of 1. */
export type Homography = Float64Array;

/**
 * The homography that maps points best in the least-squares sense (linear estimate of Hartley and Zisserman 4.1, with
 * centred and scaled coordinates); undefined for fewer than four points or points on a line.
 * @param pairs `x, y, x', y'` interleaved
 */
export function fitHomography(pairs: ArrayLike<number>): Homography | undefined {
  const count = Math.floor(pairs.length / 4);
  if (count < 4) return undefined;
  const from = frameOf(pairs, count, 0);
  const to = frameOf(pairs, count, 2);
  if (from.scale === 0 || to.scale === 0) return undefined;
  const system = Array.from({ length: 8 }, () => new Float64Array(9));
  const row = new Float64Array(9);
  for (let i = 0; i < count; i++) {
    const x = (pairs[4 * i]! - from.x) / from.scale;
    const y = (pairs[4 * i + 1]! - from.y) / from.scale;
    const u = (pairs[4 * i + 2]! - to.x) / to.scale;
    const v = (pairs[4 * i + 3]! - to.y) / to.scale;
    row.set([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    accumulate(system, row);
    row.set([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
    accumulate(system, row);
  }
  const h = solve(system);
  return h && denormalise(h, from, to);
}

/** Maps a point. */
export function project(h: Homography, x: number, y: number): [number, number] {
  const w = h[6]! * x + h[7]! * y + h[8]!;
  return [(h[0]! * x + h[1]! * y + h[2]!) / w, (h[3]! * x + h[4]! * y + h[5]!) / w];
}

interface PointFrame {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Centre of the points and their mean distance from it along an axis. */
function frameOf(pairs: ArrayLike<number>, count: number, offset: number): PointFrame {
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    x += pairs[4 * i + offset]! / count;
    y += pairs[4 * i + offset + 1]! / count;
  }
  let scale = 0;
  for (let i = 0; i < count; i++) {
    scale += (Math.abs(pairs[4 * i + offset]! - x) + Math.abs(pairs[4 * i + offset + 1]! - y)) / (2 * count);
  }
  return { x, y, scale };
}

/** Adds one equation to the normal equations; the ninth column is the right side. */
function accumulate(system: readonly Float64Array[], row: Float64Array): void {
  for (let i = 0; i < 8; i++) {
    const factor = row[i]!;
    if (factor === 0) continue;
    const into = system[i]!;
    for (let j = 0; j < 9; j++) into[j]! += factor * row[j]!;
  }
}

/** Gauss-Jordan with partial pivoting. */
function solve(system: Float64Array[]): Float64Array | undefined {
  const size = system.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let r = column + 1; r < size; r++) {
      if (Math.abs(system[r]![column]!) > Math.abs(system[pivot]![column]!)) pivot = r;
    }
    if (Math.abs(system[pivot]![column]!) < 1e-9) return undefined;
    [system[column], system[pivot]] = [system[pivot]!, system[column]!];
    const head = system[column]!;
    for (let r = 0; r < size; r++) {
      if (r === column) continue;
      const factor = system[r]![column]! / head[column]!;
      for (let j = column; j <= size; j++) system[r]![j]! -= factor * head[j]!;
    }
  }
  return Float64Array.from(system, (row, at) => row[size]! / row[at]!);
}

/** `T(to)^-1 * h * T(from)`, scaled to a last entry of 1. */
function denormalise(h: Float64Array, from: PointFrame, to: PointFrame): Homography {
  const s = 1 / from.scale;
  const columns = (a: number, b: number, c: number) =>
    [a * s, b * s, c - a * s * from.x - b * s * from.y] as const;
  const first = columns(h[0]!, h[1]!, h[2]!);
  const second = columns(h[3]!, h[4]!, h[5]!);
  const third = columns(h[6]!, h[7]!, 1);
  const result = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    result[i] = (to.scale * first[i]! + to.x * third[i]!) / third[2];
    result[3 + i] = (to.scale * second[i]! + to.y * third[i]!) / third[2];
    result[6 + i] = third[i]! / third[2];
  }
  return result;
}
