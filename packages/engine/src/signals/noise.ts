import { resampleLogColour } from '../image/log-colour.ts';
import { centralSquare, clipBox } from '../image/pixel-rect.ts';
import { diagonalDetail, halve } from '../numeric/haar.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
/** Logarithmic units; a tenth of what one byte step makes of mid-grey. */
const STRENGTH_FLOOR = 0.0005;

const CHANNELS = ['luma', 'red', 'blue'] as const;

/**
 * Grain of the face in light and in colour, from the diagonal wavelet detail (Donoho and Johnstone 1994) at two
 * scales: how strong it is and how heavy its tail is. A recapture adds the grain of the first picture and of the
 * screen to the camera's own.
 */
export const noise: FrameSignal = {
  id: 'noise',
  features: CHANNELS.flatMap((channel) => [`${channel}-fine`, `${channel}-medium`, `${channel}-tail`]),
  needs: [],
  compute({ image, face }) {
    const patch = resampleLogColour(image, clipBox(centralSquare(face.box), image), SIDE);
    return Float32Array.from(
      CHANNELS.flatMap((channel) => {
        const fine = measureGrain(diagonalDetail(patch[channel], SIDE));
        const medium = measureGrain(diagonalDetail(halve(patch[channel], SIDE), SIDE / 2));
        return [Math.log(fine.body), Math.log(medium.body), Math.log(fine.tail / fine.body)];
      }),
    );
  },
};

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
