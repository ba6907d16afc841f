import type { CaptureWarning } from '@vivant/contract/capture-warning';
import type { SessionRef } from '../sessions/lease-store.ts';

/** A frame that waits to be judged. */
export interface BufferedFrame {
  readonly index: number;
  readonly timestampMs: number;
  /** The encoded picture. */
  readonly bytes: Uint8Array;
  /** As the engine takes them; null when the client's tracker found no face; absent when none were sent. */
  readonly landmarks?: Float32Array | null;
}

/** What is said about a session besides its frames; of each field the first value said counts. */
export interface CaptureDetails {
  readonly fps?: number | undefined;
  readonly source?: 'media' | 'live' | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
}

/** Frames that arrive together. */
export interface FrameBatch {
  /** The model that will judge them: the first batch of a session binds it. */
  readonly modelId: string;
  /** Frames that make the set complete. */
  readonly framesRequired: number;
  readonly frames: readonly BufferedFrame[];
  readonly warnings: readonly CaptureWarning[];
  readonly details: CaptureDetails;
}

/** What is buffered of a session, besides the frames themselves. */
export interface BufferStatus {
  readonly modelId: string;
  /** Different indexes that arrived. */
  readonly framesReceived: number;
  readonly framesRequired: number;
  /** Milliseconds until the frames are dropped. */
  readonly ttlMs: number;
  /** Whether the session has its verdict; the frames are gone then. */
  readonly isFinished: boolean;
  /** In the order of their arrival, without repeats. */
  readonly warnings: readonly CaptureWarning[];
  readonly details: CaptureDetails;
}

/** What became of a batch. */
export type PutOutcome =
  /** There is no buffer, and none was to be created. */
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'stored';
      readonly framesReceived: number;
      readonly ttlMs: number;
      /** Whether this batch, and no other, made the set complete. */
      readonly completes: boolean;
    }
  /** The session has its verdict; nothing was stored. */
  | { readonly kind: 'finished' }
  /** Frames are buffered under another model; nothing was stored. */
  | { readonly kind: 'other-model'; readonly modelId: string }
  /** The session would need more than a session may; the batch was not stored as a whole. */
  | { readonly kind: 'too-large'; readonly what: 'frames' | 'warnings' };

/**
 * Keeps frames of sessions until they are judged or their time is over. A buffer lives from its last new frame
 * on for a fixed time. Every call is atomic: of parallel batches exactly one completes the set.
 */
export interface FrameBuffer {
  /** Whether frames are in durable storage: an object store, or a data directory that survives a restart. */
  readonly isDurable: boolean;
  /**
   * Adds frames whose index is not there yet; others are skipped.
   * @throws ApiError `service_unavailable` when there is no room or the store does not answer
   */
  put(session: SessionRef, batch: FrameBatch, options: { readonly create: boolean }): Promise<PutOutcome>;
  /** Undefined when nothing is known of the session. */
  status(session: SessionRef): Promise<BufferStatus | undefined>;
  /** Gives the frames sorted by index and leaves them there, so that a check that fails can be repeated. */
  read(session: SessionRef): Promise<readonly BufferedFrame[]>;
  /** Drops the frames and remembers for the buffer's lifetime that the session has its verdict. */
  finish(session: SessionRef): Promise<void>;
  /** Forgets the session. */
  remove(session: SessionRef): Promise<void>;
  close(): Promise<void>;
}

/** What one session may take, and for how long. */
export interface BufferLimits {
  /** Lifetime from the last new frame on, in milliseconds. */
  readonly ttlMs: number;
  /** Bytes of the frames of one session. */
  readonly sessionBytesMax: number;
}

/** Above this share of all room only sessions that have begun get more, so that they can complete and free it. */
export const NEW_SESSIONS_SHARE = 0.8;

/** Characters of all warnings of a session as JSON: they are stored and echoed with its verdict. */
export const WARNINGS_LENGTH_MAX = 65_536;
