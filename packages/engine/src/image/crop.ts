import type { Box } from '../face/face.ts';
import type { Raster } from './raster.ts';

/** How pixels are laid into a net's input tensor: `value = byte * scale + offset`. */
export interface TensorFormat {
  readonly width: number;
  readonly height: number;
  readonly layout: 'nhwc' | 'nchw';
  readonly channels: 'rgb' | 'bgr';
  readonly scale: number;
  readonly offset: number;
}

/** A square of `side` pixels around a centre, turned by `rotation` radians (clockwise on screen). */
export interface RotatedSquare {
  readonly centreX: number;
  readonly centreY: number;
  readonly side: number;
  readonly rotation: number;
}

/** Where a letterboxed image lies in its square tensor: `tensor = image * scale + pad`, in tensor pixels. */
export interface Letterbox {
  readonly scale: number;
  readonly padX: number;
  readonly padY: number;
}

/** For every output pixel of one axis: the two source pixels and the weight of the second. */
interface AxisTaps {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly weight: Float32Array;
}

/** Pixel-centre bilinear taps, as OpenCV's `INTER_LINEAR` resize: the PAD nets were trained on that. */
function axisTaps(start: number, length: number, size: number): AxisTaps {
  const low = new Int32Array(size);
  const high = new Int32Array(size);
  const weight = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const position = Math.min(Math.max(((i + 0.5) * length) / size - 0.5, 0), length - 1);
    const floor = Math.floor(position);
    low[i] = start + floor;
    high[i] = start + Math.min(floor + 1, length - 1);
    weight[i] = position - floor;
  }
  return { low, high, weight };
}

/** Offsets of the three tensor channels and the step between pixels, in the order R, G, B. */
function channelPlan(format: TensorFormat): { offsets: readonly [number, number, number]; step: number } {
  const planar = format.layout === 'nchw';
  const plane = planar ? format.width * format.height : 1;
  return {
    offsets: format.channels === 'rgb' ? [0, plane, 2 * plane] : [2 * plane, plane, 0],
    step: planar ? 1 : 3,
  };
}

/**
 * Resizes a rectangle of the image into a tensor, without keeping its aspect.
 * @param rect whole pixels, inside the image
 * @param into at least `width * height * 3` floats
 */
export function resampleRect(image: Raster, rect: Box, format: TensorFormat, into: Float32Array): void {
  const columns = axisTaps(rect.x, rect.width, format.width);
  const rows = axisTaps(rect.y, rect.height, format.height);
  const { offsets, step } = channelPlan(format);
  for (let y = 0; y < format.height; y++) {
    const weightY = rows.weight[y]!;
    const top = rows.low[y]! * image.width;
    const bottom = rows.high[y]! * image.width;
    for (let x = 0; x < format.width; x++) {
      const left = columns.low[x]!;
      const right = columns.high[x]!;
      const target = (y * format.width + x) * step;
      blend(
        image.data,
        top + left,
        top + right,
        bottom + left,
        bottom + right,
        columns.weight[x]!,
        weightY,
        into,
        target,
        offsets,
        format,
      );
    }
  }
}

/** Writes one bilinear pixel; the four corners are pixel numbers. */
function blend(
  data: Uint8Array,
  topLeft: number,
  topRight: number,
  bottomLeft: number,
  bottomRight: number,
  weightX: number,
  weightY: number,
  into: Float32Array,
  target: number,
  offsets: readonly [number, number, number],
  format: TensorFormat,
): void {
  const a = (1 - weightX) * (1 - weightY);
  const b = weightX * (1 - weightY);
  const c = (1 - weightX) * weightY;
  const d = weightX * weightY;
  const p = topLeft * 3;
  const q = topRight * 3;
  const r = bottomLeft * 3;
  const s = bottomRight * 3;
  const { scale, offset } = format;
  into[target + offsets[0]] = (data[p]! * a + data[q]! * b + data[r]! * c + data[s]! * d) * scale + offset;
  into[target + offsets[1]] =
    (data[p + 1]! * a + data[q + 1]! * b + data[r + 1]! * c + data[s + 1]! * d) * scale + offset;
  into[target + offsets[2]] =
    (data[p + 2]! * a + data[q + 2]! * b + data[r + 2]! * c + data[s + 2]! * d) * scale + offset;
}

/** Samples a turned square into a square tensor; beyond the border the edge pixel is repeated. */
export function resampleRotatedSquare(
  image: Raster,
  square: RotatedSquare,
  format: TensorFormat,
  into: Float32Array,
): void {
  const { offsets, step } = channelPlan(format);
  const unit = square.side / format.width;
  const cos = Math.cos(square.rotation) * unit;
  const sin = Math.sin(square.rotation) * unit;
  const maxX = image.width - 1;
  const maxY = image.height - 1;
  for (let y = 0; y < format.height; y++) {
    const b = y + 0.5 - format.height / 2;
    for (let x = 0; x < format.width; x++) {
      const a = x + 0.5 - format.width / 2;
      const sourceX = Math.min(Math.max(square.centreX + a * cos - b * sin - 0.5, 0), maxX);
      const sourceY = Math.min(Math.max(square.centreY + a * sin + b * cos - 0.5, 0), maxY);
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      const right = Math.min(left + 1, maxX);
      const upper = top * image.width;
      const lower = Math.min(top + 1, maxY) * image.width;
      const target = (y * format.width + x) * step;
      blend(
        image.data,
        upper + left,
        upper + right,
        lower + left,
        lower + right,
        sourceX - left,
        sourceY - top,
        into,
        target,
        offsets,
        format,
      );
    }
  }
}

/** Fits the whole image, aspect kept and centred, into a square tensor with black bars. */
export function resampleLetterboxed(image: Raster, format: TensorFormat, into: Float32Array): Letterbox {
  const scale = Math.min(format.width / image.width, format.height / image.height);
  const width = Math.round(image.width * scale);
  const height = Math.round(image.height * scale);
  const padX = Math.floor((format.width - width) / 2);
  const padY = Math.floor((format.height - height) / 2);
  into.fill(format.offset);
  const columns = axisTaps(0, image.width, width);
  const rows = axisTaps(0, image.height, height);
  const { offsets, step } = channelPlan(format);
  for (let y = 0; y < height; y++) {
    const top = rows.low[y]! * image.width;
    const bottom = rows.high[y]! * image.width;
    for (let x = 0; x < width; x++) {
      const left = columns.low[x]!;
      const right = columns.high[x]!;
      const target = ((y + padY) * format.width + x + padX) * step;
      blend(
        image.data,
        top + left,
        top + right,
        bottom + left,
        bottom + right,
        columns.weight[x]!,
        rows.weight[y]!,
        into,
        target,
        offsets,
        format,
      );
    }
  }
  return { scale, padX, padY };
}
