import { textureSquare } from '../image/pixel-rect.ts';
import { patchLuma, type RgbPatch, resamplePatch } from '../image/rgb-patch.ts';
import { mean } from '../numeric/statistics.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 64;
const SHADOW_MAX = 32;
const HIGHLIGHT_MIN = 223;
const LEVELS = 32;
/** Bytes; keeps the shape of a flat patch finite. */
const SPREAD_FLOOR = 1;
/** Bytes; a pixel darker than this has no colour to speak of. */
const CHROMA_FLOOR = 8;

/**
 * How light and colour are spread over the face: clipped parts, shape of the histogram, saturation, opponent colours, and
 * how evenly it is lit. A recapture lifts the black, burns highlights and lights the face from its whole plane.
 */
export const faceTone: FrameSignal = {
  id: 'face-tone',
  features: [
    'shadow-share',
    'highlight-share',
    'entropy',
    'skewness',
    'kurtosis',
    'saturation',
    'saturation-spread',
    'red-green',
    'yellow-blue',
    'left-right',
    'top-bottom',
  ],
  reasons: { fake: 'unnatural_light', live: 'natural_light' },
  needs: [],
  compute({ image, face }) {
    const patch = resamplePatch(image, textureSquare(face.box, image), SIDE);
    const light = patchLuma(patch);
    const share = (keep: (level: number) => boolean) => light.filter(keep).length / light.length;
    return Float32Array.of(
      share((level) => level < SHADOW_MAX),
      share((level) => level > HIGHLIGHT_MIN),
      entropy(light),
      ...histogramShape(light),
      ...describeColour(patch),
      ...unevenness(light),
    );
  },
};

/** Bits a pixel of the histogram of levels. */
function entropy(light: Float32Array): number {
  const counts = new Float64Array(LEVELS);
  for (const level of light) counts[Math.min(Math.max(Math.floor((level * LEVELS) / 256), 0), LEVELS - 1)]!++;
  return counts
    .filter((count) => count > 0)
    .reduce((sum, count) => sum + (count / light.length) * Math.log2(light.length / count), 0);
}

/** Third and fourth standardised moments. */
function histogramShape(light: Float32Array): [number, number] {
  const centre = mean(light);
  const moment = (power: number) => mean(light.map((level) => (level - centre) ** power));
  const spread = Math.sqrt(moment(2)) + SPREAD_FLOOR;
  return [moment(3) / spread ** 3, moment(4) / spread ** 4];
}

/** Mean and spread of saturation, and mean opponent colours relative to the light. */
function describeColour({ red, green, blue }: RgbPatch): [number, number, number, number] {
  const highest = red.map((r, at) => Math.max(r, green[at]!, blue[at]!) + CHROMA_FLOOR);
  const saturation = red.map(
    (r, at) => 1 - (Math.min(r, green[at]!, blue[at]!) + CHROMA_FLOOR) / highest[at]!,
  );
  const centre = mean(saturation);
  return [
    centre,
    Math.sqrt(mean(saturation.map((value) => (value - centre) ** 2))),
    mean(red.map((r, at) => (r - green[at]!) / highest[at]!)),
    mean(red.map((r, at) => ((r + green[at]!) / 2 - blue[at]!) / highest[at]!)),
  ];
}

/** Difference in light of the halves, without sign for left and right: lamps stand on either side. */
function unevenness(light: Float32Array): [number, number] {
  const level = (keep: (x: number, y: number) => boolean) =>
    mean(light.filter((_, at) => keep(at % SIDE, Math.floor(at / SIDE))));
  const whole = mean(light) + CHROMA_FLOOR;
  const middle = SIDE / 2;
  return [
    Math.abs(level((x) => x < middle) - level((x) => x >= middle)) / whole,
    (level((_, y) => y < middle) - level((_, y) => y >= middle)) / whole,
  ];
}
