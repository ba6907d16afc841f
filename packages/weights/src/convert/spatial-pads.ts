import type { Padding, Spatial } from '../tflite/options.ts';

/** A window sliding over an image. */
export interface SlidingWindow {
  readonly padding: Padding;
  readonly window: Spatial;
  readonly stride: Spatial;
  readonly dilation: Spatial;
}

/**
 * ONNX `pads` [top, left, bottom, right] of a window over an NHWC image. SAME keeps ceil(size / stride) positions and
 * puts the odd row or column at the end (TFLite, kernels/padding.h): a symmetric or SAME_LOWER padding is wrong.
 */
export function spatialPads(imageShape: readonly number[], sliding: SlidingWindow): readonly number[] {
  if (sliding.padding === 'valid') return [0, 0, 0, 0];
  if (sliding.padding !== 'same') {
    const { top, left, bottom, right } = sliding.padding;
    return [top, left, bottom, right];
  }
  const [, imageHeight = 0, imageWidth = 0] = imageShape;
  const { window, stride, dilation } = sliding;
  const rows = total(imageHeight, window.height, stride.height, dilation.height);
  const columns = total(imageWidth, window.width, stride.width, dilation.width);
  return [rows >> 1, columns >> 1, rows - (rows >> 1), columns - (columns >> 1)];
}

function total(size: number, window: number, stride: number, dilation: number): number {
  const positions = Math.ceil(size / stride);
  return Math.max((positions - 1) * stride + (window - 1) * dilation + 1 - size, 0);
}
