import type { Face } from '../face/face.ts';
import { shrinkToLuma } from '../image/luma-plane.ts';
import { clipBox, scaleBox } from '../image/pixel-rect.ts';
import type { Raster } from '../image/raster.ts';
import { resamplePatch } from '../image/rgb-patch.ts';
import { measureMotion } from '../motion/face-motion.ts';
import { buildPyramid, type Pyramid } from '../numeric/optical-flow.ts';
import { PATCH_SCALE, PATCH_SIDE, type SequenceFrame } from '../signals/sequence-signal.ts';

/** Longer side in pixels of the plane in which points are followed: motion of a tenth of its pixel is still seen. */
const PLANE_SIDE_MAX = 320;

/** Reduces the usable frames of a capture, in order, to what sequence signals need; keeps no image. */
export class SequenceRecorder {
  readonly frames: SequenceFrame[] = [];
  #previous: { readonly index: number; readonly pyramid: Pyramid; readonly face: Face } | undefined;

  /** @param index position among all frames of the capture */
  add(image: Raster, face: Face, index: number, timestampMs: number): void {
    const { block, ...plane } = shrinkToLuma(image, PLANE_SIDE_MAX);
    const pyramid = buildPyramid(plane);
    const before = this.#previous;
    const fits = before?.index === index - 1 && before.pyramid[0]!.width === plane.width;
    this.frames.push({
      index,
      timestampMs,
      box: face.box,
      landmarks: face.landmarks,
      patch: resamplePatch(image, clipBox(scaleBox(face.box, PATCH_SCALE), image), PATCH_SIDE),
      motion: fits ? measureMotion(before.pyramid, pyramid, before.face.box, block) : undefined,
    });
    this.#previous = { index, pyramid, face };
  }
}
