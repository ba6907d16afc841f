import { type MotionZone, PATCH_SIDE, type SequenceFrame } from '../sequence-signal.ts';

/** Displacement of a zone from the frame before, in image pixels. */
type Step = (frame: number) => readonly [number, number];

const POINTS = 9;
const FACE_WIDTH = 200;

/** Frames of a face of 200 x 250 pixels in which the points of each zone move as told; a zone left out has no points. */
export function sequenceFrames(count: number, zones: Partial<Record<MotionZone, Step>>): SequenceFrame[] {
  const plane = new Float32Array(PATCH_SIDE * PATCH_SIDE);
  const box = { x: 200, y: 100, width: FACE_WIDTH, height: 250 };
  return Array.from({ length: count }, (_, index) => ({
    index,
    timestampMs: index * 33,
    box,
    landmarks: new Float32Array(478 * 3),
    patch: { side: PATCH_SIDE, red: plane, green: plane, blue: plane },
    motion:
      index === 0
        ? undefined
        : {
            face: points(zones.face?.(index)),
            ring: points(zones.ring?.(index)),
            far: points(zones.far?.(index)),
          },
  }));
}

function points(step: readonly [number, number] | undefined): Float32Array {
  if (!step) return new Float32Array(0);
  return Float32Array.from({ length: POINTS * 4 }, (_, at) => {
    const point = Math.floor(at / 4);
    return [200 + 70 * (point % 3), 100 + 80 * Math.floor(point / 3), step[0], step[1]][at % 4]!;
  });
}
