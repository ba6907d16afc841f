/** How much a plane varies, at three orders of differentiation, in squared units of its values. */
export interface EdgeEnergy {
  readonly variance: number;
  /** Mean squared central-difference gradient (Tenenbaum's focus measure without a threshold). */
  readonly gradient: number;
  /** Variance of the 4-neighbour Laplacian (Pech-Pacheco et al. 2000). */
  readonly laplacian: number;
}

/** Measures a square plane of at least 3x3, leaving out its border. */
export function measureEdges(plane: Float32Array, side: number): EdgeEnergy {
  let sum = 0;
  let squares = 0;
  let gradient = 0;
  let laplacian = 0;
  let laplacianSquares = 0;
  for (let y = 1; y < side - 1; y++) {
    for (let at = y * side + 1; at < (y + 1) * side - 1; at++) {
      const value = plane[at]!;
      const left = plane[at - 1]!;
      const right = plane[at + 1]!;
      const above = plane[at - side]!;
      const below = plane[at + side]!;
      sum += value;
      squares += value * value;
      gradient += ((right - left) ** 2 + (below - above) ** 2) / 4;
      const curvature = left + right + above + below - 4 * value;
      laplacian += curvature;
      laplacianSquares += curvature * curvature;
    }
  }
  const count = (side - 2) ** 2;
  return {
    variance: Math.max(squares / count - (sum / count) ** 2, 0),
    gradient: gradient / count,
    laplacian: Math.max(laplacianSquares / count - (laplacian / count) ** 2, 0),
  };
}
