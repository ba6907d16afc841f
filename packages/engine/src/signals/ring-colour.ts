import { LOG_BYTE } from '../image/log-colour.ts';
import { luma } from '../image/luma.ts';
import { clipBox, type PixelRect, scaleBox } from '../image/pixel-rect.ts';
import type { Raster } from '../image/raster.ts';
import type { FrameSignal } from './frame-signal.ts';

/** Skin without hair and background. */
const FACE_SCALE = 1;
/** The ring just outside the face: hair, neck, ears, or the rest of a screen. */
const RING_INNER_SCALE = 1.2;
const RING_OUTER_SCALE = 1.7;
/** Everything further away: the room. */
const BACKGROUND_INNER_SCALE = 2.6;
/** Pixels looked at per region: enough for stable means at a bounded cost. */
const SAMPLES_MAX = 8000;
/** A region with fewer samples says nothing. */
const SAMPLES_MIN = 64;
/** Spread that every region is granted: keeps ratios finite on flat areas. */
const SPREAD_FLOOR = 0.01;
/** The same for offsets, which are divided by the spread of luma. */
const CONTRAST_FLOOR = 0.1;

/** Logarithms of red and blue over green, and of luma: a gamma curve only scales them. */
type LogChannel = 'red' | 'blue' | 'luma';
const LOG_CHANNELS: readonly LogChannel[] = ['red', 'blue', 'luma'];

interface RegionColour {
  readonly samples: number;
  readonly mean: Readonly<Record<LogChannel, number>>;
  readonly spread: Readonly<Record<LogChannel, number>>;
  /** Correlation of both colour channels over the region. */
  readonly redBlue: number;
  /** Standard deviations of the chroma channels of BT.601, in bytes. */
  readonly crSpread: number;
  readonly cbSpread: number;
}

/**
 * How the colour of the face differs from what surrounds it: a screen or a print has its own white point, gamut and
 * brightness inside the scene's. Offsets are divided by luma contrast and spreads are ratios, so that exposure and
 * gamma cancel.
 */
export const ringColour: FrameSignal = {
  id: 'ring-colour',
  features: [
    ...['ring', 'background'].flatMap((region) => [
      ...LOG_CHANNELS.map((channel) => `${region}-${channel}-offset`),
      ...LOG_CHANNELS.map((channel) => `${region}-${channel}-spread`),
    ]),
    'face-red-spread',
    'face-blue-spread',
    'face-red-blue-correlation',
    'face-cr-spread',
    'face-cb-spread',
  ],
  reasons: { fake: 'screen_colour', live: 'consistent_colour' },
  needs: [],
  compute({ image, face: { box } }) {
    const around = (scale: number) => clipBox(scaleBox(box, scale), image);
    const everything = { left: 0, top: 0, right: image.width, bottom: image.height };
    const face = measureColour(image, around(FACE_SCALE));
    const ring = measureColour(image, around(RING_OUTER_SCALE), around(RING_INNER_SCALE));
    const background = measureColour(image, everything, around(BACKGROUND_INNER_SCALE));
    return Float32Array.of(...compare(face, ring), ...compare(face, background), ...describeFace(face));
  },
};

function compare(face: RegionColour, other: RegionColour): number[] {
  // A face that fills the picture has no surroundings: no difference is the neutral answer.
  if (other.samples < SAMPLES_MIN) return LOG_CHANNELS.flatMap(() => [0, 0]);
  const contrast = Math.hypot(face.spread.luma, other.spread.luma) + CONTRAST_FLOOR;
  return [
    ...LOG_CHANNELS.map((channel) => (face.mean[channel] - other.mean[channel]) / contrast),
    ...LOG_CHANNELS.map((channel) => logRatio(face.spread[channel], other.spread[channel])),
  ];
}

function describeFace(face: RegionColour): number[] {
  return [
    logRatio(face.spread.red, face.spread.luma),
    logRatio(face.spread.blue, face.spread.luma),
    face.redBlue,
    face.crSpread,
    face.cbSpread,
  ];
}

function logRatio(a: number, b: number): number {
  return Math.log((a + SPREAD_FLOOR) / (b + SPREAD_FLOOR));
}

/** Takes colour moments over a grid of pixels of the rectangle, leaving out a hole. */
function measureColour(image: Raster, area: PixelRect, hole?: PixelRect): RegionColour {
  const pixels = (area.right - area.left) * (area.bottom - area.top);
  const step = Math.max(1, Math.ceil(Math.sqrt(pixels / SAMPLES_MAX)));
  const sums = new Float64Array(12);
  for (let y = area.top; y < area.bottom; y += step) {
    const crossesHole = hole !== undefined && y >= hole.top && y < hole.bottom;
    for (let x = area.left; x < area.right; x += step) {
      if (crossesHole && x >= hole.left && x < hole.right) continue;
      addPixel(sums, image.data, (y * image.width + x) * 3);
    }
  }
  return summarise(sums);
}

/** Adds one pixel to: count; sums and squares of the log channels; the product of red and blue; sums and squares of Cr and Cb. */
function addPixel(sums: Float64Array, data: Uint8Array, at: number): void {
  const r = data[at]!;
  const g = data[at + 1]!;
  const b = data[at + 2]!;
  const y = luma(r, g, b);
  const logGreen = LOG_BYTE[g]!;
  const red = LOG_BYTE[r]! - logGreen;
  const blue = LOG_BYTE[b]! - logGreen;
  const light = luma(red, 0, blue) + logGreen;
  const cr = 0.713 * (r - y);
  const cb = 0.564 * (b - y);
  sums[0]! += 1;
  sums[1]! += red;
  sums[2]! += blue;
  sums[3]! += light;
  sums[4]! += red * red;
  sums[5]! += blue * blue;
  sums[6]! += light * light;
  sums[7]! += red * blue;
  sums[8]! += cr;
  sums[9]! += cr * cr;
  sums[10]! += cb;
  sums[11]! += cb * cb;
}

function summarise(sums: Float64Array): RegionColour {
  const samples = sums[0]!;
  const mean = (index: number) => sums[index]! / Math.max(samples, 1);
  const covariance = (product: number, a: number, b: number) => mean(product) - mean(a) * mean(b);
  const deviation = (square: number, sum: number) => Math.sqrt(Math.max(covariance(square, sum, sum), 0));
  const spread = { red: deviation(4, 1), blue: deviation(5, 2), luma: deviation(6, 3) };
  return {
    samples,
    mean: { red: mean(1), blue: mean(2), luma: mean(3) },
    spread,
    redBlue: covariance(7, 1, 2) / (spread.red * spread.blue + SPREAD_FLOOR ** 2),
    crSpread: deviation(9, 8),
    cbSpread: deviation(11, 10),
  };
}
