import type { Raster } from '@vivant/engine/image/raster';
import type { RelativeBox } from '@vivant/evaluate/dataset/manifest-row';

/** One decoded picture of a capture with the boxes of its labelled faces. */
export interface Picture {
  readonly image: Raster;
  readonly index: number;
  readonly timestampMs: number;
  readonly faces: readonly RelativeBox[];
}
