import { encodePng } from '@vivant/engine/image/encode';
import type { Raster } from '@vivant/engine/image/raster';
import { drawPortrait, placeOn } from '@vivant/engine/testing/drawn-portrait';
import { createRandom, gaussian } from '@vivant/evaluate/metrics/random';

const WIDTH = 640;
const HEIGHT = 480;
/** Standard deviation of the added noise in bytes: gives PNGs of about 300 KB, as webcams do. */
const NOISE = 0.7;

/** Draws a nodding cartoon face of 640x480: detectors take it for a face, and no person is needed. */
export function drawFrames(count: number): Raster[] {
  const random = createRandom(1);
  const portrait = drawPortrait(HEIGHT);
  return Array.from({ length: count }, (_, frame) => {
    const left = 80 + Math.round(6 * Math.sin(frame / 3));
    const image = placeOn(WIDTH, HEIGHT, portrait, left, 0);
    return { ...image, data: image.data.map((level) => level + NOISE * gaussian(random)) };
  });
}

/** The drawn frames as PNGs. */
export function drawCapture(count: number): Promise<Uint8Array[]> {
  return Promise.all(drawFrames(count).map((image) => encodePng(image)));
}
