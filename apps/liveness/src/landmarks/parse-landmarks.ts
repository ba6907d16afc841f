import type { Landmarks } from '@vivant/contract/landmarks';
import { ApiError } from '@vivant/service-kit/api-error';

/** Points of MediaPipe's face mesh without the irises; with fewer, the client's tracker had no face. */
const POINTS_MIN = 468;

/** Points with both irises; the engine knows no further ones. */
const POINTS_MAX = 478;

/** Shares of width and height leave [0, 1] where a face is cut off, but not by more than the picture's size. */
const SHARE_MIN = -1;
const SHARE_MAX = 2;

/**
 * Turns face-mesh points into `x, y, z` interleaved; null when there are too few to be a face.
 * @param field names the points in errors, for example `frames[3].landmarks`
 * @throws ApiError `validation_error` naming a point that is none
 */
export function parseLandmarks(landmarks: Landmarks, field: string): Float32Array | null {
  if (!landmarks) return null;
  const values = new Float32Array(Math.min(landmarks.length, POINTS_MAX) * 3);
  for (const [at, point] of landmarks.entries()) {
    const coordinates = readPoint(point);
    if (!coordinates) throw malformed(`${field}[${at}]`);
    if (at < POINTS_MAX) values.set(coordinates, at * 3);
  }
  return landmarks.length < POINTS_MIN ? null : values;
}

function readPoint(point: unknown): readonly number[] | undefined {
  if (typeof point !== 'object' || point === null) return undefined;
  const { x, y, z } = point as { x?: unknown; y?: unknown; z?: unknown };
  const coordinates = Array.isArray(point) ? point : [x, y, z];
  const isPoint =
    coordinates.length === 3 &&
    isShare(coordinates[0]) &&
    isShare(coordinates[1]) &&
    isFinite(coordinates[2]);
  return isPoint ? coordinates : undefined;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function isShare(value: unknown): boolean {
  return isFinite(value) && value >= SHARE_MIN && value <= SHARE_MAX;
}

function malformed(field: string): ApiError {
  const text = 'expected [x, y, z] or {x, y, z} with x and y as shares of width and height';
  return new ApiError('validation_error', `${field}: ${text}`, { details: { [field]: [text] } });
}
