import type { Face } from '../face/face.ts';
import { shrinkToLuma } from '../image/luma-plane.ts';
import { clipBox, scaleBox } from '../image/pixel-rect.ts';
import type { Raster } from '../image/raster.ts';
import { resamplePatch } from '../image/rgb-patch.ts';
import { measureMotion } from '../motion/face-motion.ts';
import { buildPyramid, type Pyramid } from '../numeric/optical-flow.ts';
import { type FrameMotion, PATCH_SCALE, PATCH_SIDE, type SequenceFrame } from '../signals/sequence-signal.ts';

/** Longer side in pixels of the plane in which points are followed: motion of a tenth of its pixel is still seen. */
const PLANE_SIDE_MAX = 320;
/** Frames nearer to the last one are passed over: signals are measured at camera rates up to 50 a second. */
const INTERVAL_MS_MIN = 20;

interface Plane {
  readonly pyramid: Pyramid;
  /** Pixels of the image along each of the plane. */
  readonly block: number;
}

/** The frame that points are followed from. */
interface Last {
  readonly timestampMs: number;
  readonly plane: Plane | undefined;
  readonly face: Face;
  /** The latest frame of an unbroken run of usable ones that began with it. */
  readonly runEnd: number;
}

/** Reduces the usable frames of a capture, in order, to what sequence signals need; keeps no image. */
export class SequenceRecorder {
  readonly frames: SequenceFrame[] = [];
  readonly #followsPoints: boolean;
  #last: Last | undefined;

  constructor({ followsPoints }: { followsPoints: boolean }) {
    this.#followsPoints = followsPoints;
  }

  /** @param index position among all frames of the capture */
  add(image: Raster, face: Face, index: number, timestampMs: number): void {
    const last = this.#last?.runEnd === index - 1 ? this.#last : undefined;
    const elapsedMs = last ? timestampMs - last.timestampMs : 0;
    // Frames without a time of their own all have the same, and none is passed over.
    if (last && elapsedMs > 0 && elapsedMs < INTERVAL_MS_MIN) {
      this.#last = { ...last, runEnd: index };
      return;
    }
    const plane = this.#followsPoints ? preparePlane(image) : undefined;
    this.frames.push({
      index,
      timestampMs,
      box: face.box,
      landmarks: face.landmarks,
      patch: resamplePatch(image, clipBox(scaleBox(face.box, PATCH_SCALE), image), PATCH_SIDE),
      motion: last?.plane && plane && follow(last.plane, plane, last.face),
    });
    this.#last = { timestampMs, plane, face, runEnd: index };
  }
}

function preparePlane(image: Raster): Plane {
  const { block, ...plane } = shrinkToLuma(image, PLANE_SIDE_MAX);
  return { block, pyramid: buildPyramid(plane) };
}

function follow(from: Plane, to: Plane, { box }: Face): FrameMotion | undefined {
  const [before, after] = [from.pyramid[0]!, to.pyramid[0]!];
  const fits = before.width === after.width && before.height === after.height;
  return fits ? measureMotion(from.pyramid, to.pyramid, box, to.block) : undefined;
}
