import type { Box } from '../face/face.ts';
import type { RgbPatch } from '../image/rgb-patch.ts';

/** A usable frame of a capture, reduced to what sequence signals may look at. */
export interface SequenceFrame {
  /** Position among all frames of the capture: a gap means that frames in between were not usable. */
  readonly index: number;
  /** Capture time in milliseconds, on the capture's own scale. */
  readonly timestampMs: number;
  /** Bounding box of the mesh, in image pixels. */
  readonly box: Box;
  /** 478 mesh points, `x, y, z` interleaved, in image pixels. */
  readonly landmarks: Float32Array;
  /** Face and the ring around it: the box grown to {@link PATCH_SCALE}, cut at the image and resampled to {@link PATCH_SIDE}. */
  readonly patch: RgbPatch;
  /** How points moved since the frame before; absent when that one was not usable. */
  readonly motion: FrameMotion | undefined;
}

/** The patch takes in this multiple of the face box. */
export const PATCH_SCALE = 1.5;
/** Pixels along the patch. */
export const PATCH_SIDE = 64;

/** Where a point lies: on the face, in the ring just outside of it, or well away from it. */
export type MotionZone = 'face' | 'ring' | 'far';

/** Points followed from one frame to the next, `x, y, dx, dy` interleaved, in image pixels. */
export type FrameMotion = Readonly<Record<MotionZone, Float32Array>>;

/** A small pure measurement of a capture as a whole. */
export interface SequenceSignal {
  readonly id: string;
  /** Name of every value `compute` returns, in order. */
  readonly features: readonly string[];
  /** Public reason codes: what the signal says when it speaks against, and for, a live person. */
  readonly reasons: { readonly fake: string; readonly live: string };
  /** Whether it looks at {@link SequenceFrame.motion}: points are only followed for those that do. */
  readonly followsPoints: boolean;
  /** Returns `features.length` finite numbers; undefined when the capture shows too little to measure. */
  compute(frames: readonly SequenceFrame[]): Float32Array | undefined;
}
