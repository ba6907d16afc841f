import { encodeImage } from '../base64.ts';
import type {
  Crop,
  FastCheckBody,
  FastCheckCropsBody,
  FastCheckStreamBody,
  Frame,
  LiveCheckBody,
  LiveCheckFrame,
  StreamComplete,
  StreamResult,
  VerificationResult,
  VerifyBody,
} from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import { type CheckParams, checkRequest, encodeImages, type WithImage } from './check-params.ts';
import type { Result } from './result.ts';
import { type StreamFramesParams, streamFrames } from './stream-frames.ts';

/** Frames to judge. */
export type FastCheckParams = CheckParams<FastCheckBody, 'frames'> & {
  /** At least as many as the model requires. */
  readonly frames: readonly WithImage<Frame>[];
};

/** Frames to judge with the standard model. */
export type VerifyParams = Omit<VerifyBody, 'session_id' | 'frames'> & {
  readonly session_id?: string | undefined;
  readonly frames: readonly WithImage<Frame>[];
};

/** One frame of a set. */
export type FastCheckStreamParams = CheckParams<FastCheckStreamBody, 'frame'> & {
  /** The same for all frames of the set. */
  readonly session_id: string;
  readonly frame: WithImage<Frame>;
};

/** Pictures cut around faces. */
export type FastCheckCropsParams = CheckParams<FastCheckCropsBody, 'crops'> & {
  readonly crops: readonly WithImage<Crop>[];
};

/** Frames with the face-mesh points that the caller found. */
export type LiveCheckParams = CheckParams<LiveCheckBody, 'frames'> & {
  readonly frames: readonly WithImage<LiveCheckFrame>[];
};

/** Immediate checks. */
export interface Checks {
  /** Judges a set of frames. */
  fastCheck(params: FastCheckParams, options?: CallOptions): Promise<Result<VerificationResult>>;
  /** Sends one frame of a set; the request that completes the set is answered with the verdict. */
  fastCheckStream(params: FastCheckStreamParams, options?: CallOptions): Promise<Result<StreamResult>>;
  /** Sends the frames of a set one by one, several at a time, and again when they got lost, until there is a verdict. */
  streamFrames(params: StreamFramesParams, options?: CallOptions): Promise<Result<StreamComplete>>;
  /** Judges pictures of 224x224 pixels cut around a face. */
  fastCheckCrops(params: FastCheckCropsParams, options?: CallOptions): Promise<Result<VerificationResult>>;
  /** Judges frames whose face the caller found; models of the V3 families. */
  liveCheck(params: LiveCheckParams, options?: CallOptions): Promise<Result<VerificationResult>>;
  /** Judges a set of frames with the standard model. */
  verify(params: VerifyParams, options?: CallOptions): Promise<Result<VerificationResult>>;
}

/** Makes the part of the client for immediate checks. */
export function createChecks(api: LivenessApi): Checks {
  async function checkFrames(
    path: string,
    { frames, ...params }: VerifyParams | FastCheckParams | LiveCheckParams,
    options: CallOptions | undefined,
  ) {
    const { json, headers } = checkRequest(params, api.runtime);
    const body = { ...json, frames: await encodeImages(frames) };
    return api.send<VerificationResult>({ method: 'POST', path, json: body, headers }, options);
  }

  async function fastCheckStream({ frame, ...params }: FastCheckStreamParams, options?: CallOptions) {
    const { json, headers } = checkRequest(params, api.runtime);
    const body = { ...json, frame: { ...frame, pixels: await encodeImage(frame.pixels) } };
    // Session and index tell repetitions apart; with a key, a frame sent again would get its old answer.
    const call = { method: 'POST', path: '/api/v1/fast-check-stream', idempotency: 'none' } as const;
    return api.send<StreamResult>({ ...call, json: body, headers }, options);
  }

  return {
    fastCheck: (params, options) => checkFrames('/api/v1/fast-check', params, options),
    liveCheck: (params, options) => checkFrames('/api/v1/live-check', params, options),
    verify: (params, options) => checkFrames('/api/v1/verify', params, options),
    async fastCheckCrops({ crops, ...params }, options) {
      const { json, headers } = checkRequest(params, api.runtime);
      const body = { ...json, crops: await encodeImages(crops) };
      return api.send({ method: 'POST', path: '/api/v1/fast-check-crops', json: body, headers }, options);
    },
    fastCheckStream,
    streamFrames: (params, options) =>
      streamFrames({ fastCheckStream, runtime: api.runtime }, params, options),
  };
}
