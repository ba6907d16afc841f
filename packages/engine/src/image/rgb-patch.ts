import { luma } from './luma.ts';
import type { PixelRect } from './pixel-rect.ts';
import type { Raster } from './raster.ts';

/** A square of pixels resampled from an image, one plane a channel. */
export interface RgbPatch {
  readonly side: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** For every output pixel of one axis: its first source pixel and the weights from there on, `taps` each. */
interface AxisFilter {
  readonly first: Int32Array;
  readonly weights: Float32Array;
  readonly taps: number;
}

const IDENTITY = Float32Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Resamples a rectangle to a square with a triangle filter as wide as an output pixel covers: bilinear when
 * enlarging, area-weighted when shrinking, so that a face looks alike at every camera resolution. Edge pixels repeat.
 *
 * @param transfer value of each byte, 256 numbers; bytes stay what they are by default
 */
export function resamplePatch(image: Raster, rect: PixelRect, side: number, transfer = IDENTITY): RgbPatch {
  const rows = axisFilter(rect.top, rect.bottom, side);
  const strip = shrinkColumns(image, rect, side, transfer);
  const red = new Float32Array(side * side);
  const green = new Float32Array(side * side);
  const blue = new Float32Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let tap = 0; tap < rows.taps; tap++) {
      const weight = rows.weights[y * rows.taps + tap]!;
      if (weight === 0) continue;
      let from = (rows.first[y]! + tap - rect.top) * side * 3;
      for (let to = y * side; to < (y + 1) * side; to++, from += 3) {
        red[to]! += weight * strip[from]!;
        green[to]! += weight * strip[from + 1]!;
        blue[to]! += weight * strip[from + 2]!;
      }
    }
  }
  return { side, red, green, blue };
}

/** Luma of every pixel of a patch. */
export function patchLuma({ red, green, blue }: RgbPatch): Float32Array {
  const plane = new Float32Array(red.length);
  for (let at = 0; at < plane.length; at++) plane[at] = luma(red[at]!, green[at]!, blue[at]!);
  return plane;
}

/** Filters along x only: interleaved RGB, `side` pixels a row, one row for each row of the rectangle. */
function shrinkColumns(image: Raster, rect: PixelRect, side: number, transfer: Float32Array): Float32Array {
  const { first, weights, taps } = axisFilter(rect.left, rect.right, side);
  const { data } = image;
  const strip = new Float32Array((rect.bottom - rect.top) * side * 3);
  let to = 0;
  for (let y = rect.top; y < rect.bottom; y++) {
    for (let x = 0; x < side; x++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let from = (y * image.width + first[x]!) * 3;
      for (let tap = x * taps; tap < (x + 1) * taps; tap++, from += 3) {
        const weight = weights[tap]!;
        red += weight * transfer[data[from]!]!;
        green += weight * transfer[data[from + 1]!]!;
        blue += weight * transfer[data[from + 2]!]!;
      }
      strip[to] = red;
      strip[to + 1] = green;
      strip[to + 2] = blue;
    }
  }
  return strip;
}

function axisFilter(start: number, end: number, side: number): AxisFilter {
  const pitch = (end - start) / side;
  const support = Math.max(pitch, 1);
  const taps = Math.min(Math.floor(2 * support) + 1, end - start);
  const first = new Int32Array(side);
  const weights = new Float32Array(side * taps);
  for (let out = 0; out < side; out++) {
    const centre = start + (out + 0.5) * pitch - 0.5;
    const low = Math.ceil(centre - support);
    const base = Math.min(Math.max(low, start), end - taps);
    first[out] = base;
    let sum = 0;
    for (let source = low; source <= centre + support; source++) {
      const weight = 1 - Math.abs(source - centre) / support;
      weights[out * taps + Math.min(Math.max(source, start), end - 1) - base]! += weight;
      sum += weight;
    }
    for (let tap = out * taps; tap < (out + 1) * taps; tap++) weights[tap]! /= sum;
  }
  return { first, weights, taps };
}
