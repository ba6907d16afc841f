import type { Raster } from '../image/raster.ts';
import { boundingBox } from '../track/region.ts';
import type { Face } from './face.ts';

/** Points of the mesh with both irises. */
const MESH_POINTS = 478;
/** Ring of every iris around its centre point, and the corners of the eye it lies in (MediaPipe topology). */
const IRISES = [
  { first: 468, corners: [33, 133] },
  { first: 473, corners: [263, 362] },
] as const;
const IRIS_POINTS = 5;

/**
 * The face that the caller's own tracker found.
 * @param landmarks at least 468 points, `x, y, z` interleaved, x and y as shares of the image; irises that are missing
 *   are put in the middle of their eye
 */
export function faceOfLandmarks(image: Raster, landmarks: Float32Array): Face {
  const points = new Float32Array(MESH_POINTS * 3);
  const given = Math.min(landmarks.length, points.length);
  for (let at = 0; at < given; at++)
    points[at] = landmarks[at]! * (at % 3 === 1 ? image.height : image.width);
  for (const { first, corners } of IRISES) {
    if (given >= (first + IRIS_POINTS) * 3) continue;
    for (let at = 0; at < IRIS_POINTS * 3; at++) {
      const axis = at % 3;
      points[first * 3 + at] = (points[corners[0] * 3 + axis]! + points[corners[1] * 3 + axis]!) / 2;
    }
  }
  return { box: boundingBox(points), landmarks: points, presence: 1 };
}
