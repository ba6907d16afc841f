/** An axis-aligned rectangle in image pixels; may reach beyond the image. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A face found in a frame. */
export interface Face {
  /** Bounding box of the mesh landmarks. */
  readonly box: Box;
  /** 478 mesh points (MediaPipe topology), `x, y, z` interleaved, all in image pixels; z grows away from the camera. */
  readonly landmarks: Float32Array;
  /** Probability that the mesh crop shows a face, 0..1. */
  readonly presence: number;
}
