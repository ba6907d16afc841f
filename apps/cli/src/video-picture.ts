/** A frame as a video gives it. */
export interface VideoPicture {
  readonly index: number;
  readonly timestampMs: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
