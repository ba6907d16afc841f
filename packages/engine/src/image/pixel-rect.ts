import type { Box } from '../face/face.ts';

/** Whole pixels inside an image: left and top belong to it, right and bottom do not. Never empty. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a box that lie inside the image; the nearest pixel when none does. */
export function clipBox(box: Box, image: Size): PixelRect {
  const [left, right] = clipSpan(box.x, box.width, image.width);
  const [top, bottom] = clipSpan(box.y, box.height, image.height);
  return { left, top, right, bottom };
}

/** The box grown or shrunk by a factor around its centre. */
export function scaleBox(box: Box, factor: number): Box {
  const width = box.width * factor;
  const height = box.height * factor;
  return {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
}

/** The part inside the image of the square as wide as a face box, around its centre: eyes, nose and mouth only. */
export function faceSquare(box: Box, image: Size): PixelRect {
  const { x, y, width, height } = box;
  return clipBox({ x, y: y + (height - width) / 2, width, height: width }, image);
}

/** The face square grown by a quarter, in which texture is measured: it takes in the outline of the cheeks. */
export function textureSquare(box: Box, image: Size): PixelRect {
  return faceSquare(scaleBox(box, 1.25), image);
}

function clipSpan(start: number, length: number, size: number): [number, number] {
  const from = Math.min(Math.max(Math.round(start), 0), size - 1);
  const to = Math.min(Math.max(Math.round(start + length), from + 1), size);
  return [from, to];
}
