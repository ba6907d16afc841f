import { mean, median } from '../numeric/statistics.ts';
import type { MotionZone, SequenceFrame, SequenceSignal } from './sequence-signal.ts';

/** Points of a zone below which its motion is not known. */
const POINTS_MIN = 4;
/** Pairs of frames below which nothing is said. */
const PAIRS_MIN = 5;
/** Motion in face widths a frame that the flow cannot tell from none. */
const NOISE = 0.001;

/**
 * Whether what lies just outside of the face moves with it, as the edge of a held screen or print does, and the room
 * behind a person does not. Motion of the far background is subtracted: a camera held in the hand moves everything.
 */
export const ringMotion: SequenceSignal = {
  id: 'ring-motion',
  features: ['correlation', 'relative', 'face-speed', 'ring-speed', 'far-speed'],
  reasons: { fake: 'screen_motion', live: 'natural_motion' },
  followsPoints: true,
  compute(frames) {
    const pairs = frames.flatMap((frame) => pairOf(frame) ?? []);
    if (pairs.length < PAIRS_MIN) return undefined;
    const face = pairs.flatMap((pair) => pair.face);
    const ring = pairs.flatMap((pair) => pair.ring);
    return Float32Array.of(
      correlation(face, ring),
      relativeMotion(face, ring),
      mean(face.map(Math.abs)),
      mean(ring.map(Math.abs)),
      mean(pairs.flatMap((pair) => pair.far.map(Math.abs))),
    );
  },
};

type Step = readonly [number, number];

/** Motion of the zones between two frames, in face widths, camera motion taken off face and ring. */
function pairOf({ motion, box }: SequenceFrame): Record<MotionZone, Step> | undefined {
  if (!motion) return undefined;
  const face = medianStep(motion.face, box.width);
  const ring = medianStep(motion.ring, box.width);
  if (!face || !ring) return undefined;
  const far = medianStep(motion.far, box.width) ?? [0, 0];
  return {
    face: [face[0] - far[0], face[1] - far[1]],
    ring: [ring[0] - far[0], ring[1] - far[1]],
    far,
  };
}

function medianStep(points: Float32Array, unit: number): Step | undefined {
  if (points.length < 4 * POINTS_MIN) return undefined;
  const along = (axis: number) => median(points.filter((_, at) => at % 4 === axis)) / unit;
  return [along(2), along(3)];
}

/** Of motion without a preferred direction: the means are 0 by nature and not subtracted. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) => mean(x.map((value, at) => value * y[at]!));
  return product(a, b) / Math.sqrt((product(a, a) + NOISE ** 2) * (product(b, b) + NOISE ** 2));
}

/** 0 when both move alike, towards 1 when they do not, 0.5 without any motion. */
function relativeMotion(face: readonly number[], ring: readonly number[]): number {
  const apart = mean(face.map((value, at) => Math.abs(value - ring[at]!)));
  const both = mean(face.map(Math.abs)) + mean(ring.map(Math.abs));
  return (apart + NOISE) / (both + 2 * NOISE);
}
