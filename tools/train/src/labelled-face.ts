import type { Face } from '@vivant/engine/face/face';
import type { Raster } from '@vivant/engine/image/raster';
import { type Detection, intersectionOverUnion } from '@vivant/engine/nets/face-detector';
import type { Nets } from '@vivant/engine/nets/nets';
import { locateFace } from '@vivant/engine/track/locate-face';
import { regionOfDetection } from '@vivant/engine/track/region';
import type { RelativeBox } from '@vivant/evaluate/dataset/manifest-row';

const OVERLAP_MIN = 0.2;

/**
 * Finds the face that a label speaks of: the one the manifest boxes when it boxes one, else the only one there.
 * Attack frames often show the attacker's own, genuine face beside the screen: it must not be learnt as an attack.
 */
export async function findLabelledFace(
  nets: Nets,
  image: Raster,
  boxes: readonly RelativeBox[],
): Promise<Face | undefined> {
  const detection = chooseDetection(await nets.faceDetector.detect(image), image, boxes);
  if (!detection) return undefined;
  return locateFace(nets.faceMesh, image, regionOfDetection(detection));
}

/** The detection that a label speaks of, see {@link findLabelledFace}. */
export function chooseDetection(
  detections: readonly Detection[],
  { width, height }: Raster,
  boxes: readonly RelativeBox[],
): Detection | undefined {
  const [labelled, ...others] = boxes;
  if (!labelled) return detections.length === 1 ? detections[0] : undefined;
  if (others.length > 0) return undefined;
  const box = {
    x: (labelled.centreX - labelled.width / 2) * width,
    y: (labelled.centreY - labelled.height / 2) * height,
    width: labelled.width * width,
    height: labelled.height * height,
  };
  return detections
    .map((detection) => ({ detection, overlap: intersectionOverUnion(detection.box, box) }))
    .filter(({ overlap }) => overlap >= OVERLAP_MIN)
    .toSorted((a, b) => b.overlap - a.overlap)[0]?.detection;
}
