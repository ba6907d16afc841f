import { type MotionZone, PATCH_SIDE, type SequenceFrame } from '../sequence-signal.ts';

type Vector = readonly [x: number, y: number];
/** Displacement of a point of a zone since the frame before, in image pixels. */
type Step = (frame: number, point: Vector) => Vector;

/** What happens in a made-up capture; what is left out does not move. */
interface Script extends Partial<Record<MotionZone, Step>> {
  /** Place of a mesh point, relative to a flat grid that fills the face box: 0 to 1 on both axes. */
  readonly mesh?: (frame: number, point: Vector, index: number) => Vector;
  /** Grey level of a pixel of the patch, from its place in 0 to 1. */
  readonly grey?: (frame: number, point: Vector) => number;
}

const MESH_POINTS = 478;
const BOX = { x: 200, y: 100, width: 200, height: 250 } as const;
/** Followed points along each side of the face. */
const POINTS = 6;

/** Frames of a face of 200 x 250 pixels in which the points of each zone move as told; a zone left out has no points. */
export function sequenceFrames(count: number, script: Script): SequenceFrame[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    timestampMs: index * 33,
    box: BOX,
    landmarks: meshOf(index, script.mesh ?? ((_frame, point) => point)),
    patch: patchOf(index, script.grey ?? (() => 128)),
    motion:
      index === 0
        ? undefined
        : {
            face: moved(index, script.face),
            ring: moved(index, script.ring),
            far: moved(index, script.far),
          },
  }));
}

function moved(frame: number, step: Step | undefined): Float32Array {
  if (!step) return new Float32Array(0);
  const points: number[] = [];
  for (let at = 0; at < POINTS * POINTS; at++) {
    const x = BOX.x + ((at % POINTS) + 0.5) * (BOX.width / POINTS);
    const y = BOX.y + (Math.floor(at / POINTS) + 0.5) * (BOX.height / POINTS);
    points.push(x, y, ...step(frame, [x, y]));
  }
  return Float32Array.from(points);
}

/** Mesh points lie on a spiral that fills the box, so that none coincide. */
function meshOf(frame: number, mesh: NonNullable<Script['mesh']>): Float32Array {
  const landmarks = new Float32Array(MESH_POINTS * 3);
  for (let index = 0; index < MESH_POINTS; index++) {
    const radius = 0.5 * Math.sqrt((index + 0.5) / MESH_POINTS);
    const angle = index * 2.399963;
    const rest: Vector = [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
    const [x, y] = mesh(frame, rest, index);
    landmarks.set([BOX.x + x * BOX.width, BOX.y + y * BOX.height, 0], index * 3);
  }
  return landmarks;
}

function patchOf(frame: number, grey: NonNullable<Script['grey']>): SequenceFrame['patch'] {
  const plane = Float32Array.from({ length: PATCH_SIDE * PATCH_SIDE }, (_, at) =>
    grey(frame, [(at % PATCH_SIDE) / PATCH_SIDE, Math.floor(at / PATCH_SIDE) / PATCH_SIDE]),
  );
  return { side: PATCH_SIDE, red: plane, green: plane, blue: plane };
}
