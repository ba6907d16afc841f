import type { I420Picture } from './image/i420.ts';
import type { Raster } from './image/raster.ts';
import type { QualityReason } from './quality/reasons.ts';

/** A picture of a camera as a meeting delivers it. */
export type CameraPicture =
  | ({ readonly format: 'i420' } & I420Picture)
  | ({ readonly format: 'rgb' } & Raster)
  | { readonly format: 'jpeg' | 'png'; readonly data: Uint8Array };

/** One frame that wants to be part of a check. */
export interface GateRequest {
  /** Frames of one stream show one person one after the other: the face is followed from frame to frame. */
  readonly streamId: string;
  readonly image: CameraPicture;
  /** Whether place, size and pose of the face are checked, beyond blur and brightness. */
  readonly faceGate: boolean;
  /** Whether the background becomes neutral grey: everything but the person and what is close around the face. */
  readonly greyBackground: boolean;
  /** A picture of more raw RGB bytes is encoded as JPEG of quality 95, others without loss. */
  readonly losslessBytesMax: number;
}

/** What the gate says to a frame. */
export type GatePassage =
  /** Encoded with its aspect ratio as it was; what came encoded and unchanged is passed as it came. */
  | { readonly kind: 'passed'; readonly format: 'jpeg' | 'png'; readonly data: Uint8Array }
  /** Most fundamental reason first. */
  | { readonly kind: 'rejected'; readonly reasons: readonly [QualityReason, ...QualityReason[]] }
  /** Nobody looked at it: its turn came over two seconds after it was handed in, and it shows the past. */
  | { readonly kind: 'late' };

/** The gate could not look at a frame: it is no picture, or its worker died. The frame is lost, the gate goes on. */
export class FrameGateError extends Error {
  override readonly name = 'FrameGateError';
}

/** Looks at frames before they are collected. Implemented by worker threads and by the scripted gate of the test kit. */
export interface FrameGate {
  /** Resolves when every worker has loaded its nets. */
  start(): Promise<void>;
  /** Rejects what is under way and ends the workers. Idempotent. */
  stop(): Promise<void>;
  /**
   * Frames of one stream are taken in the order of the calls.
   * @throws FrameGateError
   */
  pass(request: GateRequest): Promise<GatePassage>;
  /** The stream has ended: forgets where its face was. */
  forget(streamId: string): void;
}
