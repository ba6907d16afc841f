import type { Raster } from './image/raster.ts';
import type { QualityReason } from './quality/reasons.ts';

interface CapturedFrame {
  /** Position in the capture, 0-based. */
  readonly index: number;
  /** Capture time in milliseconds, on any monotonic scale. */
  readonly timestampMs: number;
  /**
   * Mesh points found by the caller, `x, y, z` interleaved, x and y as shares of the frame's width and height (at least
   * 468 points in MediaPipe's order). Given for a frame, the engine does not look for a face there.
   */
  readonly landmarks?: Float32Array;
}

/** One captured frame as it arrived. */
export interface EncodedFrame extends CapturedFrame {
  /** PNG, JPEG or WebP bytes; the engine copies and never changes them. */
  readonly bytes: Uint8Array;
}

/** One frame that is decoded already, from a video. */
export interface DecodedFrame extends CapturedFrame {
  readonly image: Raster;
}

export type Frame = EncodedFrame | DecodedFrame;

/** A set of frames to be judged by one model. */
export interface CheckRequest {
  readonly modelId: string;
  /** Sorted by index. */
  readonly frames: readonly Frame[];
  /** Frames of the capture that are left out because their caller found no face: they count as received and as `no-face`. */
  readonly framesDropped?: number;
  /** Frames per second; measured from the timestamps when absent. */
  readonly fps?: number;
}

export type Verdict = 'live' | 'fake';

/** How many frames failed for which reason; reasons that never occurred are absent. */
export type RejectionCounts = Partial<Record<QualityReason, number>>;

/** What the numbers behind a verdict were; safe to show to a caller. */
export interface Diagnostics {
  readonly framesReceived: number;
  readonly framesUsable: number;
  /** Frames the PAD nets scored; never more than the usable ones. */
  readonly framesScored: number;
  readonly rejections: RejectionCounts;
  /** Mean value of each named signal over the scored frames. */
  readonly signals: Readonly<Record<string, number>>;
  /** What speaks most for the verdict, strongest first. */
  readonly reasons: readonly string[];
  /** Runs of consecutive frames that a video was judged by; absent when there was no choice of frames. */
  readonly runs?: number;
}

/** How the face looked, means over the scored frames: what a score should not depend on. */
export interface Appearance {
  /** Pixels between the eye centres, corrected for the turn of the head. */
  readonly interocularPx: number;
  readonly faceShare: number;
  /** 0 in the middle of the image, 1 at its edge. */
  readonly centreOffset: number;
  /** Mean luma of the face, 0..255. */
  readonly faceLuma: number;
  readonly sharpness: number;
  /** Individual typology angle of the cheeks, degrees; absent where they were not in the picture. */
  readonly skinToneDeg?: number;
}

/** The engine looked at enough of the face to judge it. */
export interface Judged {
  readonly kind: 'judged';
  readonly verdict: Verdict;
  /** Calibrated probability that the capture is bona fide, 0..1. */
  readonly realScore: number;
  readonly framesProcessed: number;
  /** Mean of the larger of face width over image width and face height over image height; a crop is too tight above 0.5. */
  readonly faceShare: number;
  readonly appearance?: Appearance;
  readonly diagnostics: Diagnostics;
}

/** Too few frames show exactly one usable face. */
export interface Insufficient {
  readonly kind: 'insufficient';
  readonly framesRequired: number;
  readonly framesReceived: number;
  readonly framesUsable: number;
  readonly rejections: RejectionCounts;
}

export type UndecodableCause = 'unknown-format' | 'corrupt' | 'too-many-pixels';

/** A frame is no image the engine accepts. */
export interface Undecodable {
  readonly kind: 'undecodable';
  /** `index` of the offending frame. */
  readonly frameIndex: number;
  readonly cause: UndecodableCause;
}

export type CheckOutcome = Judged | Insufficient | Undecodable;

/** The queue in front of the inference workers is full; try again later. */
export class EngineBusyError extends Error {
  override readonly name = 'EngineBusyError';
}

/** The worker judging this check died, twice in a row. */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';
}

/** The engine was stopped before the check finished. */
export class EngineStoppedError extends Error {
  override readonly name = 'EngineStoppedError';
}

/** Judges captures. Implemented by the worker pool and by the scripted engine of the test kit. */
export interface Engine {
  /** Resolves when every worker has loaded its nets. */
  start(): Promise<void>;
  /** Rejects what is queued with {@link EngineStoppedError} and ends the workers. Idempotent. */
  stop(): Promise<void>;
  readonly ready: boolean;
  /** Checks that wait for a worker. */
  readonly queueLength: number;
  /**
   * @throws EngineBusyError when the queue is full
   * @throws WorkerCrashedError when the check took two workers down
   * @throws EngineStoppedError when the engine stops first
   */
  check(request: CheckRequest, signal?: AbortSignal): Promise<CheckOutcome>;
}
