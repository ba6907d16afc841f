import type { RotatedSquare } from '../image/crop.ts';

/** Corners of each eye and of the mouth in the mesh: the middle of each pair is an anchor. */
const PAIRS = [
  [33, 133],
  [263, 362],
  [61, 291],
] as const;
/** Where the anchors lie in the square, as shares of its side from the centre: the alignment of ArcFace (Deng et al. 2019). */
const TEMPLATE = [
  [-0.185, -0.04],
  [0.185, -0.04],
  [0, 0.32],
] as const;

/** The square that brings eyes and mouth as near as possible (least squares) to their places in an aligned face crop. */
export function alignedSquare(landmarks: Float32Array, scale: number): RotatedSquare {
  const anchors = anchorsOf(landmarks);
  const from = centred(anchors);
  const to = centred(TEMPLATE);
  let along = 0;
  let across = 0;
  let size = 0;
  from.points.forEach(([x, y], at) => {
    const [u, v] = to.points[at]!;
    along += u * x + v * y;
    across += u * y - v * x;
    size += u * u + v * v;
  });
  // Image = centre + [[a, -b], [b, a]] * template: the square's own turn and size.
  const a = along / size;
  const b = across / size;
  return {
    centreX: from.centre[0] - a * to.centre[0] + b * to.centre[1],
    centreY: from.centre[1] - b * to.centre[0] - a * to.centre[1],
    side: Math.max(Math.hypot(a, b), 1) * scale,
    rotation: Math.atan2(b, a),
  };
}

/** Eye, eye and mouth; the eyes by where they lie in the picture, so that points of a mirrored mesh align upright as well. */
function anchorsOf(landmarks: Float32Array): number[][] {
  const [right, left, mouth] = PAIRS.map(([a, b]) =>
    [0, 1].map((axis) => (landmarks[a * 3 + axis]! + landmarks[b * 3 + axis]!) / 2),
  ) as [number[], number[], number[]];
  const across = [left[0]! - right[0]!, left[1]! - right[1]!] as const;
  const down = [mouth[0]! - right[0]!, mouth[1]! - right[1]!] as const;
  const isMirrored = across[0] * down[1] - across[1] * down[0] < 0;
  return isMirrored ? [left, right, mouth] : [right, left, mouth];
}

function centred(points: readonly (readonly number[])[]) {
  const mean = (axis: number) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length;
  const centre = [mean(0), mean(1)] as const;
  return { centre, points: points.map((point) => [point[0]! - centre[0], point[1]! - centre[1]] as const) };
}
