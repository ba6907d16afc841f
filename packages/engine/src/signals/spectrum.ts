import { resampleLogColour } from '../image/log-colour.ts';
import { textureSquare } from '../image/pixel-rect.ts';
import { createSquareFourier } from '../numeric/fft.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 64;
const FOURIER = createSquareFourier(SIDE);
/** Octaves by their lower frequency in cycles a patch; the highest ends where the patch stops resolving. */
const OCTAVES = [2, 4, 8, 16] as const;
const OCTAVE_OF = octaveMap();
const OCTAVE_SIZES = OCTAVES.map((_, octave) => OCTAVE_OF.filter((value) => value === octave).length);
const HANN = Float64Array.from(
  { length: SIDE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIDE),
);
/** Power of deviations of about 0.0005 logarithmic units: keeps the ratios of a flat patch at one. */
const POWER_FLOOR = 2.5e-7;

/** Mean power in each octave. */
interface OctavePowers {
  readonly luma: readonly number[];
  readonly red: readonly number[];
}

/**
 * Radial spectrum of the face in light and in red over green. Live skin varies little in colour at the scale of cheeks
 * and lips; screens, prints and reflections on them add casts and blotches. Ratios, so that exposure and gamma cancel.
 */
export const spectrum: FrameSignal = {
  id: 'spectrum',
  features: [
    ...OCTAVES.map((octave) => `red-to-luma-${octave}`),
    ...OCTAVES.slice(1).map((octave) => `luma-fall-${octave}`),
    'red-4',
  ],
  reasons: { fake: 'screen_pattern', live: 'natural_spectrum' },
  needs: [],
  compute({ image, face }) {
    const patch = resampleLogColour(image, textureSquare(face.box, image), SIDE);
    const { luma, red } = measureOctaves(patch.luma, patch.red);
    return Float32Array.from(
      [
        ...OCTAVES.map((_, octave) => red[octave]! / luma[octave]!),
        ...OCTAVES.slice(1).map((_, octave) => luma[octave + 1]! / luma[octave]!),
        red[1]!,
      ],
      Math.log,
    );
  },
};

/** Transforms both real planes at once, as real and imaginary part, and separates them by their symmetry. */
function measureOctaves(lumaPlane: Float32Array, redPlane: Float32Array): OctavePowers {
  const real = applyWindow(lumaPlane);
  const imaginary = applyWindow(redPlane);
  FOURIER.transform(real, imaginary);
  const luma = OCTAVES.map(() => 0);
  const red = OCTAVES.map(() => 0);
  for (let at = 0; at < OCTAVE_OF.length; at++) {
    const octave = OCTAVE_OF[at]!;
    if (octave < 0) continue;
    const opposite = oppositeOf(at);
    const evenRe = real[at]! + real[opposite]!;
    const evenIm = imaginary[at]! - imaginary[opposite]!;
    const oddRe = real[at]! - real[opposite]!;
    const oddIm = imaginary[at]! + imaginary[opposite]!;
    luma[octave]! += evenRe * evenRe + evenIm * evenIm;
    red[octave]! += oddRe * oddRe + oddIm * oddIm;
  }
  const toMean = (sum: number, octave: number) =>
    sum / (4 * SIDE * SIDE * OCTAVE_SIZES[octave]!) + POWER_FLOOR;
  return { luma: luma.map(toMean), red: red.map(toMean) };
}

/** Fades out towards the border, so that the border itself has no spectrum; leaks the mean below the lowest octave only. */
function applyWindow(plane: Float32Array): Float64Array {
  const windowed = new Float64Array(plane.length);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = y * SIDE + x;
      windowed[at] = plane[at]! * HANN[x]! * HANN[y]!;
    }
  }
  return windowed;
}

/** Octave of each frequency, -1 outside and for one of every two opposite ones, which are alike for real input. */
function octaveMap(): Int8Array {
  return Int8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const down = Math.floor(at / SIDE);
    const across = at % SIDE;
    if (down > SIDE / 2 || (down === 0 && across > SIDE / 2)) return -1;
    const radius = Math.hypot(down, across <= SIDE / 2 ? across : across - SIDE);
    const octave = OCTAVES.findLastIndex((low) => radius >= low);
    return radius < SIDE / 2 ? octave : -1;
  });
}

/** Index of the opposite frequency. */
function oppositeOf(at: number): number {
  const down = Math.floor(at / SIDE);
  const across = at % SIDE;
  return ((SIDE - down) % SIDE) * SIDE + ((SIDE - across) % SIDE);
}
