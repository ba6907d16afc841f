import { resampleLogColour } from '../image/log-colour.ts';
import { textureSquare } from '../image/pixel-rect.ts';
import { diagonalDetail, halve } from '../numeric/haar.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
/** Logarithmic units; a tenth of what one byte step makes of mid-grey. */
const STRENGTH_FLOOR = 0.0005;

/**
 * Grain of the face in light and in colour, from the diagonal wavelet detail (Donoho and Johnstone 1994) at two
 * scales: its strength, its balance between the channels, and how heavy its tail is. A camera's own grain is strongest
 * in blue; a recapture adds that of a screen or a print, which is not.
 */
export const noise: FrameSignal = {
  id: 'noise',
  features: [
    'luma-medium',
    'luma-fine-to-medium',
    'luma-tail',
    'red-to-luma-fine',
    'red-to-luma-medium',
    'blue-to-red-fine',
    'blue-to-red-medium',
    'red-tail',
  ],
  reasons: { fake: 'recapture_noise', live: 'sensor_noise' },
  needs: [],
  compute({ image, face }) {
    const patch = resampleLogColour(image, textureSquare(face.box, image), SIDE);
    const luma = measureScales(patch.luma);
    const red = measureScales(patch.red);
    const blue = measureScales(patch.blue);
    return Float32Array.of(
      luma.medium,
      luma.fine - luma.medium,
      luma.tail,
      red.fine - luma.fine,
      red.medium - luma.medium,
      blue.fine - red.fine,
      blue.medium - red.medium,
      red.tail,
    );
  },
};

/** Logarithms of the grain's strength at both scales, and of its tail over its body at the finer one. */
function measureScales(plane: Float32Array): { fine: number; medium: number; tail: number } {
  const fine = measureGrain(diagonalDetail(plane, SIDE));
  const medium = measureGrain(diagonalDetail(halve(plane, SIDE), SIDE / 2));
  return { fine: Math.log(fine.body), medium: Math.log(medium.body), tail: Math.log(fine.tail / fine.body) };
}

/**
 * Size of the coefficients. The body is their mean of order 1/2, which a few large ones (edges) hardly move and which,
 * unlike the usual median, is not zero where compression flattened half of them; the tail is their root mean square.
 */
function measureGrain(detail: Float32Array): { body: number; tail: number } {
  let roots = 0;
  let squares = 0;
  for (const size of detail) {
    roots += Math.sqrt(size);
    squares += size * size;
  }
  return {
    body: (roots / detail.length) ** 2 + STRENGTH_FLOOR,
    tail: Math.sqrt(squares / detail.length) + STRENGTH_FLOOR,
  };
}
