import type { CaptureWarning } from '@vivant/contract/capture-warning';
import type { VerifyBody } from '@vivant/contract/verify';
import type { Capture } from './capture.ts';
import { decodeFrames } from './decode-frames.ts';
import { distinctWarnings } from './distinct-warnings.ts';
import { requireShortJson } from './short-json.ts';

/** The fields of every check that describe its capture. */
interface DescribedCapture {
  readonly session_id: string;
  readonly fps?: number | undefined;
  readonly source?: 'media' | 'live' | undefined;
  readonly warnings?: CaptureWarning[] | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
}

/**
 * What a request says about its capture besides the frames.
 * @throws ApiError `validation_error` when free-form JSON is too long
 */
export function readDescription(body: DescribedCapture) {
  requireShortJson('metadata', body.metadata);
  requireShortJson('warnings', body.warnings);
  return {
    sessionId: body.session_id,
    fps: body.fps,
    source: body.source ?? 'media',
    warnings: distinctWarnings(body.warnings),
    metadata: body.metadata ?? null,
  };
}

/** The capture of a request that brings all its frames. */
export function readFrames(body: VerifyBody, frameBytesMax: number): Capture {
  return {
    ...readDescription(body),
    frameCount: body.frames.length,
    loadFrames: () => decodeFrames(body.frames, frameBytesMax),
    inputSource: 'rest_frames',
  };
}
