import { patchLuma } from '../image/rgb-patch.ts';
import { median } from '../numeric/statistics.ts';
import { DIFFERENCES_MIN, secondDifferences } from './frame-differences.ts';
import { PATCH_SCALE, PATCH_SIDE, type SequenceFrame, type SequenceSignal } from './sequence-signal.ts';

/** Levels: a fifth of one step of a byte, averaged over the pixels of the camera that make one of the patch. */
const FLOOR = 0.05;
/** A ring with so much less grain than the face is out of focus or was blurred, and no measure; no screen is as low. */
const BLURRED = -0.6;
/** Share of the patch, on either side, that lies outside of the face box. */
const RING = (1 - 1 / PATCH_SCALE) / 2;

/**
 * Grain that changes from frame to frame: what two neighbours in time do not foretell of a frame, in its finest spatial
 * detail. A camera's sensor makes it everywhere; an injected still has none or one put on, and a screen shows that of
 * another camera to this one.
 */
export const frameNoise: SequenceSignal = {
  id: 'frame-noise',
  /** Logarithms: levels on the face; ring, and colour, over face; change over the detail that stays. */
  features: ['face', 'ring-to-face', 'colour-to-face', 'change-to-detail'],
  reasons: { fake: 'frame_noise', live: 'camera_noise' },
  followsPoints: false,
  compute(frames) {
    const lumas = frames.map(({ patch }) => patchLuma(patch));
    const changes = secondDifferences(frames, lumas);
    if (changes.length < DIFFERENCES_MIN) return undefined;
    const colours = secondDifferences(frames, frames.map(colourOf));
    const face = strength(changes, isFace);
    const ringToFace = strength(changes, (x, y) => !isFace(x, y)) - face;
    if (ringToFace < BLURRED) return undefined;
    return Float32Array.of(
      face,
      ringToFace,
      strength(colours, isFace) - face,
      face - strength(lumas, isFace),
    );
  },
};

function isFace(x: number, y: number): boolean {
  const low = RING * PATCH_SIDE;
  const high = PATCH_SIDE - low;
  return x >= low && x < high && y >= low && y < high;
}

/** Red against blue: grain of the sensor is its own in each channel, light and motion are not. */
function colourOf({ patch }: SequenceFrame): Float32Array {
  return patch.red.map((red, at) => (red - patch.blue[at]!) / 2);
}

/** Logarithm of the median over planes of the size of their finest detail in a zone; edges that move hardly raise it. */
function strength(planes: readonly Float32Array[], isInside: (x: number, y: number) => boolean): number {
  return Math.log(median(planes.map((plane) => detailOf(plane, isInside))) + FLOOR);
}

/** Mean of order 1/2 of what a pixel differs from its four neighbours' mean. */
function detailOf(plane: Float32Array, isInside: (x: number, y: number) => boolean): number {
  let roots = 0;
  let count = 0;
  for (let y = 1; y < PATCH_SIDE - 1; y++) {
    for (let x = 1; x < PATCH_SIDE - 1; x++) {
      if (!isInside(x, y)) continue;
      const at = y * PATCH_SIDE + x;
      const around = plane[at - 1]! + plane[at + 1]! + plane[at - PATCH_SIDE]! + plane[at + PATCH_SIDE]!;
      roots += Math.sqrt(Math.abs(plane[at]! - around / 4));
      count++;
    }
  }
  return (roots / count) ** 2;
}
