/** A frame of planes Y, U, V. */
export interface PaintedFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SHADE_SIZE = 64;

/** Draws a picture of one grey with a bar that moves from frame to frame, so that no two neighbours are equal. */
export function paintFrame(
  size: { width: number; height: number },
  shade: number,
  index: number,
): PaintedFrame {
  const { width, height } = size;
  const data = new Uint8Array((width * height * 3) / 2).fill(128);
  data.fill(shade, 0, width * height);
  const barX = (index * 8) % width;
  for (let y = 0; y < 16; y += 1)
    data.fill(shade + 60, y * width + barX, y * width + Math.min(barX + 16, width));
  return { width, height, data };
}

/** The mean grey in the middle of a frame, away from the bar. */
export function shadeOf({ width, height, data }: PaintedFrame): number {
  const left = (width - SHADE_SIZE) >> 1;
  const top = (height - SHADE_SIZE) >> 1;
  let sum = 0;
  for (let y = top; y < top + SHADE_SIZE; y += 1)
    for (let x = left; x < left + SHADE_SIZE; x += 1) sum += data[y * width + x]!;
  return sum / SHADE_SIZE ** 2;
}
