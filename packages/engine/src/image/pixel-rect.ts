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

/** The square as wide as the box around the box's centre: of a face it holds eyes, nose and mouth. */
export function centralSquare(box: Box): Box {
  return { x: box.x, y: box.y + (box.height - box.width) / 2, width: box.width, height: box.width };
}

function clipSpan(start: number, length: number, size: number): [number, number] {
  const from = Math.min(Math.max(Math.round(start), 0), size - 1);
  const to = Math.min(Math.max(Math.round(start + length), from + 1), size);
  return [from, to];
}
