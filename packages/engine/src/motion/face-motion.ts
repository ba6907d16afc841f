import type { Box } from '../face/face.ts';
import type { LumaPlane } from '../image/luma-plane.ts';
import { scaleBox } from '../image/pixel-rect.ts';
import { followPoint, type Pyramid } from '../numeric/optical-flow.ts';
import type { FrameMotion, MotionZone } from '../signals/sequence-signal.ts';

/** Cells along each side of the area that is searched for points; one point a cell at most. */
const FACE_CELLS = 7;
const RING_CELLS = 8;
const FAR_CELLS = 7;
/** The face without its outline, where skin and background mix. */
const FACE_SCALE = 0.8;
/** The ring begins outside of the hair line and ends where a held screen mostly does. */
const RING_INNER_SCALE = 1.25;
const RING_OUTER_SCALE = 2;
/** What lies beyond moves with the camera, not with the person. */
const FAR_SCALE = 2.6;

/** Follows textured points of the face, of the ring around it and of the background from one frame to the next. */
export function measureMotion(from: Pyramid, to: Pyramid, box: Box, pixelScale: number): FrameMotion {
  const plane = from[0]!;
  const everything = { x: 0, y: 0, width: plane.width, height: plane.height };
  const at = (scale: number) => scaleBox(shrink(box, pixelScale), scale);
  const areas: Readonly<Record<MotionZone, () => [number, number][]>> = {
    face: () => corners(plane, at(FACE_SCALE), FACE_CELLS),
    ring: () => corners(plane, at(RING_OUTER_SCALE), RING_CELLS, at(RING_INNER_SCALE)),
    far: () => corners(plane, everything, FAR_CELLS, at(FAR_SCALE)),
  };
  const follow = (zone: MotionZone) => {
    const moved: number[] = [];
    for (const [x, y] of areas[zone]()) {
      const step = followPoint(from, to, x, y);
      if (step) moved.push(x * pixelScale, y * pixelScale, step[0] * pixelScale, step[1] * pixelScale);
    }
    return Float32Array.from(moved);
  };
  return { face: follow('face'), ring: follow('ring'), far: follow('far') };
}

function shrink({ x, y, width, height }: Box, by: number): Box {
  return { x: x / by, y: y / by, width: width / by, height: height / by };
}

/** The most textured point of every cell that lies inside the plane and outside of the hole. */
function corners(plane: LumaPlane, area: Box, cells: number, hole?: Box): [number, number][] {
  const found: [number, number][] = [];
  const stepX = area.width / cells;
  const stepY = area.height / cells;
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const point = bestPoint(plane, area.x + column * stepX, area.y + row * stepY, stepX, stepY, hole);
      if (point) found.push(point);
    }
  }
  return found;
}

/** Samples along each side of a cell. */
const SAMPLES = 4;
/** A window around the point must fit into the plane. */
const MARGIN = 5;

function bestPoint(
  plane: LumaPlane,
  left: number,
  top: number,
  width: number,
  height: number,
  hole: Box | undefined,
): [number, number] | undefined {
  let best: [number, number] | undefined;
  let most = 0;
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const x = Math.round(left + ((column + 0.5) * width) / SAMPLES);
      const y = Math.round(top + ((row + 0.5) * height) / SAMPLES);
      if (x < MARGIN || y < MARGIN || x >= plane.width - MARGIN || y >= plane.height - MARGIN) continue;
      if (hole && contains(hole, x, y)) continue;
      const strength = cornerness(plane, x, y);
      if (strength > most) {
        most = strength;
        best = [x, y];
      }
    }
  }
  return best;
}

function contains({ x, y, width, height }: Box, px: number, py: number): boolean {
  return px >= x && py >= y && px < x + width && py < y + height;
}

/** Product of the contrasts along and across: large where a point can be told in both directions. */
function cornerness({ data, width }: LumaPlane, x: number, y: number): number {
  const at = y * width + x;
  const across = Math.abs(data[at - 2]! - data[at]!) + Math.abs(data[at + 2]! - data[at]!);
  const along = Math.abs(data[at - 2 * width]! - data[at]!) + Math.abs(data[at + 2 * width]! - data[at]!);
  return (across + 1) * (along + 1);
}
