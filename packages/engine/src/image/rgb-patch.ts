import { luma } from './luma.ts';
import type { PixelRect } from './pixel-rect.ts';
import type { Raster } from './raster.ts';

/** A square of pixels resampled from an image, one plane a channel, 0..255. */
export interface RgbPatch {
  readonly side: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** For every output pixel of one axis: its first source pixel and the weights from there on, `width` each. */
interface AxisFilter {
  readonly first: Int32Array;
  readonly weights: Float32Array;
  readonly width: number;
}

/**
 * Resamples a rectangle to a square with a triangle filter as wide as an output pixel covers: bilinear when
 * enlarging, area-weighted when shrinking, so that a patch looks alike at every camera resolution. Edge pixels repeat.
 */
export function resamplePatch(image: Raster, rect: PixelRect, side: number): RgbPatch {
  const columns = axisFilter(rect.left, rect.right, side);
  const rows = axisFilter(rect.top, rect.bottom, side);
  const strip = shrinkColumns(image, rect, columns, side);
  const rowFloats = side * 3;
  const patch: RgbPatch = {
    side,
    red: new Float32Array(side * side),
    green: new Float32Array(side * side),
    blue: new Float32Array(side * side),
  };
  for (let y = 0; y < side; y++) {
    for (let tap = 0; tap < rows.width; tap++) {
      const weight = rows.weights[y * rows.width + tap]!;
      if (weight === 0) continue;
      let from = (rows.first[y]! + tap - rect.top) * rowFloats;
      for (let to = y * side; to < (y + 1) * side; to++) {
        patch.red[to]! += weight * strip[from++]!;
        patch.green[to]! += weight * strip[from++]!;
        patch.blue[to]! += weight * strip[from++]!;
      }
    }
  }
  return patch;
}

/** Filters along x only: interleaved RGB, `side` pixels a row, one row for each row of the rectangle. */
function shrinkColumns(image: Raster, rect: PixelRect, columns: AxisFilter, side: number): Float32Array {
  const height = rect.bottom - rect.top;
  const strip = new Float32Array(height * side * 3);
  const { data } = image;
  let to = 0;
  for (let y = rect.top; y < rect.bottom; y++) {
    const row = y * image.width;
    for (let x = 0; x < side; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let from = (row + columns.first[x]!) * 3;
      for (let tap = x * columns.width; tap < (x + 1) * columns.width; tap++) {
        const weight = columns.weights[tap]!;
        red += weight * data[from++]!;
        green += weight * data[from++]!;
        blue += weight * data[from++]!;
      }
      strip[to++] = red;
      strip[to++] = green;
      strip[to++] = blue;
    }
  }
  return strip;
}

function axisFilter(start: number, end: number, side: number): AxisFilter {
  const pitch = (end - start) / side;
  const support = Math.max(pitch, 1);
  const width = Math.min(Math.ceil(2 * support) + 1, end - start);
  const first = new Int32Array(side);
  const weights = new Float32Array(side * width);
  for (let out = 0; out < side; out++) {
    const centre = start + (out + 0.5) * pitch - 0.5;
    const low = Math.ceil(centre - support);
    const base = Math.min(Math.max(low, start), end - width);
    first[out] = base;
    let sum = 0;
    for (let source = low; source <= centre + support; source++) {
      const weight = 1 - Math.abs(source - centre) / support;
      if (weight <= 0) continue;
      weights[out * width + Math.min(Math.max(source, start), end - 1) - base]! += weight;
      sum += weight;
    }
    for (let tap = 0; tap < width; tap++) weights[out * width + tap]! /= sum;
  }
  return { first, weights, width };
}

/** Luma of every pixel of a patch. */
export function patchLuma({ red, green, blue }: RgbPatch): Float32Array {
  return red.map((value, at) => luma(value, green[at]!, blue[at]!));
}
