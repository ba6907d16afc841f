import { textureSquare } from '../image/pixel-rect.ts';
import { patchLuma, resamplePatch } from '../image/rgb-patch.ts';
import { halve } from '../numeric/haar.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
const SCALES = ['fine', 'medium'] as const;
/** Bytes: less is the rounding of the resampling, not a pattern. */
const TOLERANCE = 0.5;
/** Neighbours of a pixel, in order around it. */
const CIRCLE = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;
/** Rotation-invariant uniform patterns by their number of bright neighbours, and one for all others. */
const PATTERNS = [...CIRCLE.keys(), CIRCLE.length].map((bright) => `${bright}-bright`).concat('mixed');

/**
 * Local binary patterns of the face (Ojala et al. 2002, LBP riu2 of eight neighbours) at two scales: shares of spots,
 * edges, corners and flat places. They do not change with exposure or gamma.
 */
export const faceTexture: FrameSignal = {
  id: 'face-texture',
  features: SCALES.flatMap((scale) => PATTERNS.map((pattern) => `${scale}-${pattern}`)),
  reasons: { fake: 'unnatural_texture', live: 'natural_texture' },
  needs: [],
  compute({ image, face }) {
    const fine = patchLuma(resamplePatch(image, textureSquare(face.box, image), SIDE));
    return Float32Array.of(...patternShares(fine, SIDE), ...patternShares(halve(fine, SIDE), SIDE / 2));
  },
};

function patternShares(plane: Float32Array, side: number): number[] {
  const counts = PATTERNS.map(() => 0);
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) counts[patternAt(plane, side, x, y)]!++;
  }
  return counts.map((count) => count / (side - 2) ** 2);
}

/** Number of the pattern: its bright neighbours when brightness changes at most twice around the pixel, else the last. */
function patternAt(plane: Float32Array, side: number, x: number, y: number): number {
  const centre = plane[y * side + x]!;
  const isBright = ([dx, dy]: readonly [number, number]) =>
    plane[(y + dy) * side + x + dx]! >= centre - TOLERANCE;
  let before = isBright(CIRCLE[CIRCLE.length - 1]!);
  let bright = 0;
  let changes = 0;
  for (const place of CIRCLE) {
    const now = isBright(place);
    if (now) bright++;
    if (now !== before) changes++;
    before = now;
  }
  return changes <= 2 ? bright : CIRCLE.length + 1;
}
