import type { Box, Face } from '../face/face.ts';
import { faceSquare } from '../image/pixel-rect.ts';
import type { Raster } from '../image/raster.ts';
import { patchLuma, resamplePatch } from '../image/rgb-patch.ts';
import { measureEdges } from '../numeric/edges.ts';
import { halve } from '../numeric/haar.ts';
import { measureExposure } from './exposure.ts';
import { type HeadPose, measureHeadPose } from './head-pose.ts';

/** What decides whether a frame can be judged; plain numbers without pixels. */
export interface QualityMeasures extends HeadPose {
  /** Pixels between the eye centres, corrected for the turn of the head. */
  readonly interocularPx: number;
  /** Larger of face width over image width and face height over image height. */
  readonly faceShare: number;
  /** Share of the face box that lies beyond the image, 0..1. */
  readonly cutOffShare: number;
  /** Distance of the face's centre from the image's as a share of half the image, the larger of both axes; 1 is the edge. */
  readonly centreOffset: number;
  /** Energy of second over first derivatives of the face scaled to 64 pixels: 1.6 is usual, below 0.4 little detail is left. */
  readonly sharpness: number;
  /** Mean luma, 0..255. */
  readonly faceLuma: number;
  readonly backgroundLuma: number;
  /** Share of face pixels so dark or so bright that detail is lost, 0..1. */
  readonly faceDarkShare: number;
  readonly faceBrightShare: number;
}

const SHARPNESS_SIDE = 128;
/** Energy of rounding to whole bytes, in squared bytes. */
const ENERGY_FLOOR = 0.05;

/** Corners of the eyes in the mesh (MediaPipe topology): outer and inner, the person's right and left. */
const RIGHT_EYE = [33, 133] as const;
const LEFT_EYE = [263, 362] as const;

/** Measures one face in one frame. */
export function measureQuality(image: Raster, { box, landmarks }: Face): QualityMeasures {
  return {
    ...measureHeadPose(landmarks),
    ...measureExposure(image, box),
    interocularPx: interocularDistance(landmarks),
    faceShare: Math.max(box.width / image.width, box.height / image.height),
    cutOffShare: cutOffShare(box, image),
    centreOffset: Math.max(
      offsetFromCentre(box.x, box.width, image.width),
      offsetFromCentre(box.y, box.height, image.height),
    ),
    sharpness: measureSharpness(image, box),
  };
}

/** Measured on a patch scaled to the face: what counts is detail of the face, not of the sensor. */
function measureSharpness(image: Raster, box: Box): number {
  const patch = resamplePatch(image, faceSquare(box, image), SHARPNESS_SIDE);
  const { laplacian, gradient } = measureEdges(halve(patchLuma(patch), SHARPNESS_SIDE), SHARPNESS_SIDE / 2);
  return (laplacian + ENERGY_FLOOR) / (gradient + ENERGY_FLOOR);
}

function interocularDistance(landmarks: Float32Array): number {
  const centre = ([outer, inner]: readonly [number, number], axis: number) =>
    (landmarks[outer * 3 + axis]! + landmarks[inner * 3 + axis]!) / 2;
  return Math.hypot(...[0, 1, 2].map((axis) => centre(LEFT_EYE, axis) - centre(RIGHT_EYE, axis)));
}

function cutOffShare({ x, y, width, height }: Box, image: Raster): number {
  const inside = (start: number, length: number, size: number) =>
    Math.max(Math.min(start + length, size) - Math.max(start, 0), 0);
  const area = width * height;
  return area > 0 ? 1 - (inside(x, width, image.width) * inside(y, height, image.height)) / area : 0;
}

function offsetFromCentre(start: number, length: number, size: number): number {
  return Math.abs((start + length / 2) / (size / 2) - 1);
}
