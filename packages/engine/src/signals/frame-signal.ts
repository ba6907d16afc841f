import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';

/** What a presentation attack detection net said about one face crop. */
export interface NetReading {
  /** Log-odds of the live class against all others, before any calibration; NaN of a net that has no such class. */
  readonly liveLogOdds: number;
  /** What is kept of the tapped layers, see the net's wrapper; empty when none are tapped. */
  readonly layers: Float32Array;
}

/** A net at a crop scale, for example `minifasnet@2.7`; the scale multiplies the face box. */
export type NetReadingKey = `minifasnet@${number}` | `fr-liveness@${number}` | `fr-feature@${number}`;

/** Everything a frame signal may look at. */
export interface FrameContext {
  readonly image: Raster;
  readonly face: Face;
  readonly readings: ReadonlyMap<NetReadingKey, NetReading>;
}

/** A small pure measurement of one frame. */
export interface FrameSignal {
  readonly id: string;
  /** Name of every value `compute` returns, in order. */
  readonly features: readonly string[];
  /** Public reason codes: what the signal says when it speaks against, and for, a live person. */
  readonly reasons: { readonly fake: string; readonly live: string };
  /** Net readings that must be in the context. */
  readonly needs: readonly NetReadingKey[];
  /** Returns `features.length` finite numbers. */
  compute(frame: FrameContext): Float32Array;
}
