import type { Raster } from '../image/raster.ts';

/** Mesh points in the middle of the cheeks (MediaPipe topology). */
const CHEEKS = [50, 205, 280, 425] as const;
/** Half the side of the square that is averaged around each, as a share of the distance between the outer eye corners. */
const REACH = 0.06;
const EYE_CORNERS = [33, 263] as const;

/**
 * Individual typology angle of the cheeks in degrees (Chardon et al. 1991): above 41 light, below 10 brown and dark. Read
 * from a picture, it tells as much of the light as of the skin. Undefined when the cheeks lie outside of the picture.
 */
export function measureSkinTone(image: Raster, landmarks: Float32Array): number | undefined {
  const reach = Math.max(
    1,
    REACH * Math.abs(landmarks[3 * EYE_CORNERS[1]]! - landmarks[3 * EYE_CORNERS[0]]!),
  );
  const sum = [0, 0, 0];
  let pixels = 0;
  for (const point of CHEEKS) {
    const x = landmarks[3 * point]!;
    const y = landmarks[3 * point + 1]!;
    for (let row = Math.ceil(Math.max(y - reach, 0)); row <= Math.min(y + reach, image.height - 1); row++) {
      for (
        let column = Math.ceil(Math.max(x - reach, 0));
        column <= Math.min(x + reach, image.width - 1);
        column++
      ) {
        const at = (row * image.width + column) * 3;
        for (let c = 0; c < 3; c++) sum[c]! += linear(image.data[at + c]!);
        pixels++;
      }
    }
  }
  if (pixels === 0) return undefined;
  return typologyAngle(sum.map((value) => value / pixels) as [number, number, number]);
}

/** sRGB byte to linear light, 0..1 (IEC 61966-2-1). */
function linear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** From linear sRGB by CIE L* and b* under D65. */
function typologyAngle([r, g, b]: readonly [number, number, number]): number {
  const y = cubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return (Math.atan2(116 * y - 16 - 50, 200 * (y - z)) * 180) / Math.PI;
}

/** The function of CIE L*a*b*: a cube root that is a line near 0. */
function cubeRoot(t: number): number {
  return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
}
