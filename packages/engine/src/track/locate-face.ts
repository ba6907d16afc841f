import type { Face } from '../face/face.ts';
import type { RotatedSquare } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { boundingBox } from './region.ts';

/** Below this the mesh crop shows no face (MediaPipe's default `min_tracking_confidence`). */
const PRESENCE_MIN = 0.5;

/** Places the mesh in a region; undefined when the region shows no face. */
export async function locateFace(
  mesh: FaceMesh,
  image: Raster,
  region: RotatedSquare,
): Promise<Face | undefined> {
  const { landmarks, presence } = await mesh.locate(image, region);
  return presence < PRESENCE_MIN ? undefined : { box: boundingBox(landmarks), landmarks, presence };
}
