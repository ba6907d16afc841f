import type { Box } from '../face/face.ts';
import type { RotatedSquare } from '../image/crop.ts';
import type { Detection } from '../nets/face-detector.ts';

/** The mesh net wants the face box enlarged by this factor (MediaPipe face landmark graphs). */
const REGION_SCALE = 1.5;
/** Outer eye corners of the person's right and left eye in the mesh. */
const RIGHT_EYE_OUTER = 33;
const LEFT_EYE_OUTER = 263;

/** Region of interest around a detected face, upright along its eye line. */
export function regionOfDetection(detection: Detection): RotatedSquare {
  const [rightX, rightY, leftX, leftY] = detection.keypoints;
  return squareAround(detection.box, Math.atan2(leftY! - rightY!, leftX! - rightX!));
}

/** Region of interest for the next frame from the mesh of this one. */
export function regionOfLandmarks(landmarks: Float32Array): RotatedSquare {
  const x = (point: number) => landmarks[point * 3]!;
  const y = (point: number) => landmarks[point * 3 + 1]!;
  const rotation = Math.atan2(y(LEFT_EYE_OUTER) - y(RIGHT_EYE_OUTER), x(LEFT_EYE_OUTER) - x(RIGHT_EYE_OUTER));
  return squareAround(boundingBox(landmarks), rotation);
}

/** Smallest box around all mesh points, in image pixels. */
export function boundingBox(landmarks: Float32Array): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < landmarks.length; i += 3) {
    left = Math.min(left, landmarks[i]!);
    right = Math.max(right, landmarks[i]!);
    top = Math.min(top, landmarks[i + 1]!);
    bottom = Math.max(bottom, landmarks[i + 1]!);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function squareAround(box: Box, rotation: number): RotatedSquare {
  return {
    centreX: box.x + box.width / 2,
    centreY: box.y + box.height / 2,
    side: Math.max(box.width, box.height) * REGION_SCALE,
    rotation,
  };
}
