import type { Raster } from '@vivant/engine/image/raster';
import { type Homography, project } from '@vivant/engine/numeric/homography';

/** Resamples a picture: every pixel of the result is read where the homography maps it to, the border repeated. */
export function warpImage(image: Raster, homography: Homography): Raster {
  const { width, height, data } = image;
  const warped = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sourceX, sourceY] = project(homography, x, y);
      readPixel(image, sourceX, sourceY, warped, (y * width + x) * 3);
    }
  }
  return { width, height, data: warped };
}

function readPixel(
  { width, height, data }: Raster,
  x: number,
  y: number,
  into: Uint8Array,
  at: number,
): void {
  const clampedX = Math.min(Math.max(x, 0), width - 1);
  const clampedY = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(clampedX), width - 2);
  const top = Math.min(Math.floor(clampedY), height - 2);
  const u = clampedX - left;
  const v = clampedY - top;
  const from = (top * width + left) * 3;
  const below = from + width * 3;
  for (let c = 0; c < 3; c++) {
    const upper = data[from + c]! * (1 - u) + data[from + 3 + c]! * u;
    const lower = data[below + c]! * (1 - u) + data[below + 3 + c]! * u;
    into[at + c] = upper * (1 - v) + lower * v + 0.5;
  }
}
