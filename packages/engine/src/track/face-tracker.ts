import type { Face } from '../face/face.ts';
import type { RotatedSquare } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import type { Detection, FaceDetector } from '../nets/face-detector.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { locateFace } from './locate-face.ts';
import { regionOfDetection, regionOfLandmarks } from './region.ts';

/** What the tracker saw in one frame. */
export interface Sighting {
  /** The main face; absent when there is none. */
  readonly face: Face | undefined;
  /** Faces large enough to matter, counted on the latest key frame. */
  readonly faceCount: number;
}

/** Follows the main face through the frames of one capture. */
export interface FaceTracker {
  track(image: Raster): Promise<Sighting>;
}

/** The detector looks at every fifth frame: often enough to notice a second face within a 10-frame check. */
const KEY_FRAME_INTERVAL = 5;
/** A second face counts when it is at least this high relative to the main one: people far behind do not. */
const RIVAL_HEIGHT_MIN = 0.4;

/** Picks the face to follow. */
export type ChooseFace = (detections: readonly Detection[], image: Raster) => Detection | undefined;

/** Creates a tracker for one capture: box on key frames and after a loss, mesh from mesh in between. */
export function createFaceTracker(
  detector: FaceDetector,
  mesh: FaceMesh,
  choose: ChooseFace = largest,
): FaceTracker {
  let framesSeen = 0;
  let region: RotatedSquare | undefined;
  let faceCount = 0;

  async function seek(image: Raster): Promise<Face | undefined> {
    const detections = await detector.detect(image);
    const main = choose(detections, image);
    faceCount = main === undefined ? 0 : countRivals(detections, main) + 1;
    if (main === undefined) return undefined;
    return locateFace(mesh, image, regionOfDetection(main));
  }

  return {
    async track(image) {
      const isKeyFrame = framesSeen++ % KEY_FRAME_INTERVAL === 0;
      let face =
        isKeyFrame || region === undefined ? await seek(image) : await locateFace(mesh, image, region);
      if (face === undefined && region !== undefined && !isKeyFrame) face = await seek(image);
      region = face && regionOfLandmarks(face.landmarks);
      return { face, faceCount: face === undefined ? 0 : faceCount };
    },
  };
}

function largest(detections: readonly Detection[]): Detection | undefined {
  return detections.toSorted((a, b) => b.box.height - a.box.height)[0];
}

function countRivals(detections: readonly Detection[], main: Detection): number {
  return detections.filter((d) => d !== main && d.box.height >= main.box.height * RIVAL_HEIGHT_MIN).length;
}
