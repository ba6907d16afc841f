import type { CaptureWarning } from '@vivant/contract/capture-warning';
import type { UsageEndpoint } from '@vivant/contract/usage';
import type { InputSource } from '@vivant/contract/verification-result';
import type { Frame } from '@vivant/engine/check';

/** A frame whose client found no face in it: it counts as received and as `no-face`, and is not looked at. */
export interface FacelessFrame {
  readonly index: number;
  readonly isFaceless: true;
}

/** Material to be judged, however it reached the service. */
export interface Capture {
  readonly sessionId: string;
  readonly frameCount: number;
  /**
   * Gives the frames, sorted by index. Called only for a check that runs: neither a refused one nor a
   * session that has its verdict costs decoding or memory.
   */
  readonly loadFrames: () => Promise<readonly (Frame | FacelessFrame)[]>;
  readonly fps: number | undefined;
  readonly inputSource: InputSource;
  /** The operation that usage names; follows from the input source when absent. */
  readonly endpoint?: UsageEndpoint;
  readonly source: 'media' | 'live';
  /** Whether the client replaced the background, if it said so. */
  readonly bgSegmentation?: boolean | undefined;
  readonly warnings: CaptureWarning[] | null;
  readonly metadata: Record<string, unknown> | null;
}
