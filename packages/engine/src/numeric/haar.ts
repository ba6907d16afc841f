/** Averages every 2x2 block of a square plane: the approximation of one Haar wavelet level. */
export function halve(plane: Float32Array, side: number): Float32Array {
  const half = side >> 1;
  const halved = new Float32Array(half * half);
  for (let y = 0; y < half; y++) {
    for (let x = 0; x < half; x++) {
      const at = 2 * (y * side + x);
      const sum = plane[at]! + plane[at + 1]! + plane[at + side]! + plane[at + side + 1]!;
      halved[y * half + x] = sum / 4;
    }
  }
  return halved;
}

/** Magnitudes of the diagonal (HH) detail of one orthonormal Haar level, where edges of faces are weakest and noise is not. */
export function diagonalDetail(plane: Float32Array, side: number): Float32Array {
  const half = side >> 1;
  const detail = new Float32Array(half * half);
  for (let y = 0; y < half; y++) {
    for (let x = 0; x < half; x++) {
      const at = 2 * (y * side + x);
      const difference = plane[at]! - plane[at + 1]! - plane[at + side]! + plane[at + side + 1]!;
      detail[y * half + x] = Math.abs(difference) / 2;
    }
  }
  return detail;
}
