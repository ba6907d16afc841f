import type { LumaPlane } from '../image/luma-plane.ts';

/** A smooth random texture, shifted by any amount: the same `dx` and `dy` always give the same plane. */
export function texturedPlane(width: number, height: number, dx = 0, dy = 0): LumaPlane {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[y * width + x] = texture(x - dx, y - dy);
  }
  return { width, height, data };
}

/** Waves of several directions and lengths that never repeat within a picture; 28 to 228. */
export function texture(x: number, y: number): number {
  const waves =
    Math.sin(0.31 * x + 0.17 * y) +
    Math.sin(0.23 * y - 0.29 * x + 1) +
    Math.sin(0.11 * x + 0.37 * y + 2) +
    Math.sin(0.071 * x - 0.053 * y + 3);
  return 128 + 25 * waves;
}
