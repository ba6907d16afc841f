import { toLogColour } from '../image/log-colour.ts';
import { centralSquare, clipBox } from '../image/pixel-rect.ts';
import { resamplePatch } from '../image/rgb-patch.ts';
import { createSquareFourier } from '../numeric/fft.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
const FOURIER = createSquareFourier(SIDE);
/** Octaves by their lower frequency in cycles a face width; the highest is below what half of VGA resolves. */
const OCTAVES = [2, 4, 8, 16] as const;
/** Mean power a frequency of a patch with deviations of about 0.0005 logarithmic units. */
const POWER_FLOOR = 2.5e-7;

const HANN = Float64Array.from({ length: SIDE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIDE));

interface OctavePowers {
  readonly luma: Float64Array;
  readonly red: Float64Array;
}

/**
 * Radial spectrum of the face in light and in red over green: live skin varies little in colour at the scale of
 * cheeks and lips, where screens, prints and their reflections add casts and blotches.
 */
export const spectrum: FrameSignal = {
  id: 'spectrum',
  features: [
    ...OCTAVES.map((octave) => `red-to-luma-${octave}`),
    ...OCTAVES.slice(1).map((octave) => `luma-fall-${octave}`),
    'red-4',
  ],
  needs: [],
  compute({ image, face }) {
    const patch = resamplePatch(image, clipBox(centralSquare(face.box), image), SIDE);
    const colour = toLogColour(patch);
    const { luma, red } = measureOctaves(colour.luma, colour.red);
    return Float32Array.of(
      ...OCTAVES.map((_, octave) => Math.log(red[octave]! / luma[octave]!)),
      ...OCTAVES.slice(1).map((_, octave) => Math.log(luma[octave + 1]! / luma[octave]!)),
      Math.log(red[1]!),
    );
  },
};
/** Transforms both real planes at once, as real and imaginary part, and separates them by symmetry. */
function measureOctaves(lumaPlane: Float32Array, redPlane: Float32Array): OctavePowers {
  const real = applyWindow(lumaPlane);
  const imaginary = applyWindow(redPlane);
  FOURIER.transform(real, imaginary);
  const luma = new Float64Array(OCTAVES.length);
  const red = new Float64Array(OCTAVES.length);
  const counts = new Float64Array(OCTAVES.length);
  // Real planes have point-symmetric spectra: the upper half says it all.
  for (let y = 0; y <= SIDE / 2; y++) {
    for (let x = 0; x < SIDE; x++) {
      const radius = Math.hypot(y, x < SIDE / 2 ? x : x - SIDE);
      const octave = Math.floor(Math.log2(radius)) - 1;
      if (!(octave >= 0 && octave < OCTAVES.length)) continue;
      const at = y * SIDE + x;
      const mirrored = ((SIDE - y) % SIDE) * SIDE + ((SIDE - x) % SIDE);
      const sumRe = real[at]! + real[mirrored]!;
      const sumIm = imaginary[at]! - imaginary[mirrored]!;
      const differenceRe = real[at]! - real[mirrored]!;
      const differenceIm = imaginary[at]! + imaginary[mirrored]!;
      luma[octave]! += sumRe * sumRe + sumIm * sumIm;
      red[octave]! += differenceRe * differenceRe + differenceIm * differenceIm;
      counts[octave]! += 1;
    }
  }
  const scale = 4 * SIDE * SIDE;
  const toMean = (sum: number, octave: number) => sum / counts[octave]! / scale + POWER_FLOOR;
  return { luma: luma.map(toMean), red: red.map(toMean) };
}

function applyWindow(plane: Float32Array): Float64Array {
  let mean = 0;
  for (const value of plane) mean += value;
  mean /= plane.length;
  const windowed = new Float64Array(plane.length);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = y * SIDE + x;
      windowed[at] = (plane[at]! - mean) * HANN[x]! * HANN[y]!;
    }
  }
  return windowed;
}
