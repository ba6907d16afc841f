import { fitHomography, project } from '../numeric/homography.ts';
import { mean, median } from '../numeric/statistics.ts';
import type { SequenceFrame, SequenceSignal } from './sequence-signal.ts';

const FRAMES_MIN = 8;
/** Mesh points on brow, eyes, nose, mouth, cheeks and chin, spread over the face (MediaPipe topology). */
const ANCHORS = [
  10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 2, 33, 133, 263, 362, 70, 105, 107, 336, 334, 300, 50, 280, 205,
  425, 116, 345, 61, 291, 0, 17, 57, 287, 152, 148, 377, 172, 397, 234, 454, 127, 356, 93, 323, 132, 361, 58,
  288,
] as const;
/** Upper and lower lid, inner and outer corner of the person's right and left eye. */
const EYES = [
  { lids: [159, 145], corners: [33, 133] },
  { lids: [386, 374], corners: [263, 362] },
] as const;
const LIPS = { inner: [13, 14], corners: [61, 291] } as const;

/**
 * How the mesh changes its shape over a capture: what a homography to its mean leaves of it (turning a head in depth,
 * speaking), and how far lids and lips move. A still keeps its shape but for the jitter of the mesh.
 */
export const meshMotion: SequenceSignal = {
  id: 'mesh-motion',
  features: ['residual', 'slow-residual', 'lid-range', 'lip-range', 'jitter', 'turn'],
  reasons: { fake: 'still_face', live: 'facial_movement' },
  followsPoints: false,
  compute(frames) {
    if (frames.length < FRAMES_MIN) return undefined;
    const shapes = frames.map(shapeOf);
    const average = meanOf(shapes);
    const left = shapes.map((shape) => leftover(shape, average));
    const lids = smooth(
      frames.map((frame) => mean(EYES.map(({ lids, corners }) => ratio(frame, lids, corners)))),
    );
    const lips = smooth(frames.map((frame) => ratio(frame, LIPS.inner, LIPS.corners)));
    const turns = smooth(frames.map(turnOf));
    return Float32Array.of(
      logOf(median(left.map(lengthOf))),
      logOf(slowLength(left)),
      logOf(range(lids)),
      logOf(range(lips)),
      logOf(jitterOf(left)),
      logOf(range(turns)),
    );
  },
};

/** Anchor points about their centre, in face widths. */
function shapeOf({ landmarks, box }: SequenceFrame): Float64Array {
  const shape = new Float64Array(ANCHORS.length * 2);
  ANCHORS.forEach((point, at) => {
    shape[2 * at] = (landmarks[3 * point]! - box.x) / box.width;
    shape[2 * at + 1] = (landmarks[3 * point + 1]! - box.y) / box.width;
  });
  return shape;
}

function meanOf(shapes: readonly Float64Array[]): Float64Array {
  return shapes[0]!.map((_, at) => mean(shapes.map((shape) => shape[at]!)));
}

/** What a homography from a shape to the average leaves, a vector a point. */
function leftover(shape: Float64Array, average: Float64Array): Float64Array {
  const pairs = new Float64Array(shape.length * 2);
  for (let at = 0; at < shape.length; at += 2) {
    pairs.set([shape[at]!, shape[at + 1]!, average[at]!, average[at + 1]!], 2 * at);
  }
  const homography = fitHomography(pairs);
  if (!homography) return new Float64Array(shape.length);
  const left = new Float64Array(shape.length);
  for (let at = 0; at < shape.length; at += 2) {
    const [x, y] = project(homography, shape[at]!, shape[at + 1]!);
    left[at] = x - average[at]!;
    left[at + 1] = y - average[at + 1]!;
  }
  return left;
}

/** Mean length of the vectors. */
function lengthOf(left: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 2) sum += Math.hypot(left[at]!, left[at + 1]!);
  return (2 * sum) / left.length;
}

/** Jitter averages out over this many frames, motion does not. */
const WINDOW = 5;

function slowLength(left: readonly Float64Array[]): number {
  const lengths: number[] = [];
  for (let from = 0; from + WINDOW <= left.length; from++) {
    lengths.push(lengthOf(meanOf(left.slice(from, from + WINDOW))));
  }
  return median(lengths);
}

/** Median length of the second difference in time. */
function jitterOf(left: readonly Float64Array[]): number {
  const lengths: number[] = [];
  for (let at = 1; at + 1 < left.length; at++) {
    const [before, now, after] = [left[at - 1]!, left[at]!, left[at + 1]!];
    lengths.push(lengthOf(now.map((value, i) => value - (before[i]! + after[i]!) / 2)));
  }
  return median(lengths);
}

function ratio(
  { landmarks }: SequenceFrame,
  pair: readonly [number, number],
  corners: readonly [number, number],
): number {
  return distance(landmarks, pair) / (distance(landmarks, corners) || 1);
}

function distance(landmarks: Float32Array, [a, b]: readonly [number, number]): number {
  return Math.hypot(landmarks[3 * a]! - landmarks[3 * b]!, landmarks[3 * a + 1]! - landmarks[3 * b + 1]!);
}

/** Sideways place of the nose tip between the cheeks: it changes only when a head turns in depth. */
function turnOf({ landmarks }: SequenceFrame): number {
  const [nose, right, left] = [4, 234, 454].map((point) => landmarks[3 * point]!) as [number, number, number];
  return (nose - right) / (left - right || 1);
}

/** Medians of three neighbours: a mesh that slips for one frame is no blink. */
function smooth(values: readonly number[]): number[] {
  return values.slice(2).map((value, at) => median([value, values[at]!, values[at + 1]!]));
}

function range(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Ranges span decades; a thousandth of a face width is the least that is told apart. */
function logOf(value: number): number {
  return Math.log(value + 0.001);
}
