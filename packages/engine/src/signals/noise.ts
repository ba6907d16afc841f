import { toLogColour } from '../image/log-colour.ts';
import { centralSquare, clipBox } from '../image/pixel-rect.ts';
import { resamplePatch } from '../image/rgb-patch.ts';
import { diagonalDetail, halve } from '../numeric/haar.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
/** The largest quarter of the coefficients are edges, not noise. */
const KEPT_SHARE = 0.75;
/** Logarithmic units; a tenth of what one byte step makes of mid-grey. */
const STRENGTH_FLOOR = 0.0005;

const CHANNELS = ['luma', 'red', 'blue'] as const;

/**
 * Strength of the grain on the face in light and in colour, at two scales: robust size of the diagonal wavelet detail
 * (after Donoho and Johnstone 1994; a trimmed mean, because the median of a compressed picture is often zero), and how
 * heavy its tail is. A recapture adds the grain of the first picture and of the screen to the camera's own.
 */
export const noise: FrameSignal = {
  id: 'noise',
  features: CHANNELS.flatMap((channel) => [`${channel}-fine`, `${channel}-medium`, `${channel}-tail`]),
  needs: [],
  compute({ image, face }) {
    const patch = resamplePatch(image, clipBox(centralSquare(face.box), image), SIDE);
    const colour = toLogColour(patch);
    return Float32Array.from(
      CHANNELS.flatMap((channel) => {
        const fine = strengthOf(diagonalDetail(colour[channel], SIDE));
        const medium = strengthOf(diagonalDetail(halve(colour[channel], SIDE), SIDE / 2));
        return [Math.log(fine.body), Math.log(medium.body), Math.log(fine.whole / fine.body)];
      }),
    );
  },
};

/** Mean size of the coefficients: of the smaller ones, and root mean square of all. Sorts in place. */
function strengthOf(detail: Float32Array): { body: number; whole: number } {
  detail.sort();
  const kept = Math.floor(detail.length * KEPT_SHARE);
  let sum = 0;
  for (let at = 0; at < kept; at++) sum += detail[at]!;
  let squares = 0;
  for (const value of detail) squares += value * value;
  return {
    body: sum / kept + STRENGTH_FLOOR,
    whole: Math.sqrt(squares / detail.length) + STRENGTH_FLOOR,
  };
}
