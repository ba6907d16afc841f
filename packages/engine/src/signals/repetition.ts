import { patchLuma } from '../image/rgb-patch.ts';
import { median } from '../numeric/statistics.ts';
import type { SequenceFrame, SequenceSignal } from './sequence-signal.ts';

const FRAMES_MIN = 8;
/** Frames closer in time than this many are alike by nature. */
const LAG_MIN = 4;
/** Frames that a returning picture is looked for in: the more there are, the nearer one lies by chance. */
const LAG_MAX = 26;
/** Share of the usual step below which a picture has come back, and not one like it. */
const RETURN = 0.6;
/** Mean difference in levels below which two patches are the same picture, encoded once. */
const SAME = 0.05;
/** Patches are compared at this many pixels a side: sensor noise averages out, motion stays. */
const SIDE = 16;

/**
 * Whether pictures come back: frames that are the same as the one before (a frozen or padded feed), and frames that
 * are closer to one well before than to their neighbours (a loop).
 */
export const repetition: SequenceSignal = {
  id: 'repetition',
  features: ['same-share', 'return-share', 'return-ratio', 'change'],
  reasons: { fake: 'repeated_frames', live: 'natural_change' },
  followsPoints: false,
  compute(frames) {
    if (frames.length < FRAMES_MIN) return undefined;
    const thumbs = frames.map(thumbOf);
    const steps = thumbs.slice(1).map((thumb, at) => difference(thumb, thumbs[at]!));
    const step = median(steps);
    const returns = thumbs
      .slice(LAG_MIN)
      .map((thumb, at) => closest(thumb, thumbs.slice(Math.max(0, at + LAG_MIN - LAG_MAX), at + 1)));
    const ratios = returns.map((value) => (value + SAME) / (step + SAME));
    return Float32Array.of(
      steps.filter((value) => value < SAME).length / steps.length,
      ratios.filter((value) => value < RETURN).length / ratios.length,
      Math.log(median(ratios)),
      Math.log(step + SAME),
    );
  },
};

/** The face and its surroundings at a few pixels, without its mean level. */
function thumbOf({ patch }: SequenceFrame): Float32Array {
  const plane = patchLuma(patch);
  const block = patch.side / SIDE;
  const thumb = new Float32Array(SIDE * SIDE);
  for (let at = 0; at < plane.length; at++) {
    const row = Math.floor(Math.floor(at / patch.side) / block);
    thumb[row * SIDE + Math.floor((at % patch.side) / block)]! += plane[at]! / block ** 2;
  }
  return thumb;
}

function closest(thumb: Float32Array, before: readonly Float32Array[]): number {
  return Math.min(...before.map((other) => difference(thumb, other)));
}

function difference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return sum / a.length;
}
