import { bytesToBlob, encodeImage } from '../base64.ts';
import { createForm } from '../form.ts';
import type {
  Upload,
  UploadBody,
  UploadedCheckBody,
  UploadFrame,
  VerificationResult,
} from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import { type CheckParams, checkRequest, encodeImages, type WithImage } from './check-params.ts';
import type { Result } from './result.ts';

type UploadFields = CheckParams<UploadBody, 'frames' | 'video'>;

/** A batch of frames. */
export type UploadBatchParams = UploadFields & { readonly frames: readonly WithImage<UploadFrame>[] };

/** Frames to upload in batches. */
export type UploadFramesParams = UploadFields & {
  /** Also frames that are yet to be captured. */
  readonly frames: Iterable<WithImage<UploadFrame>> | AsyncIterable<WithImage<UploadFrame>>;
  /** Most frames in a request; 30 if absent. */
  readonly batchFrames?: number | undefined;
  /** Told after each batch. */
  readonly onProgress?: ((progress: Upload) => void) | undefined;
};

/** A video to take frames from. */
export type UploadVideoParams = UploadFields & {
  readonly video: Blob | Uint8Array | ArrayBuffer;
  /** Name of the file. */
  readonly filename?: string | undefined;
};

/** Which upload to judge. */
export type UploadedCheckParams = CheckParams<UploadedCheckBody, never> & {
  /** The session of the upload. */
  readonly session_id: string;
};

/** Checks of material that is uploaded first. */
export interface Uploads {
  /** Uploads one batch of frames. */
  upload(params: UploadBatchParams, options?: CallOptions): Promise<Result<Upload>>;
  /** Uploads frames in batches, in order; answers with the last one, or undefined when there is no frame. */
  uploadFrames(params: UploadFramesParams, options?: CallOptions): Promise<Result<Upload> | undefined>;
  /** Uploads a video, of which the first frames are taken. */
  uploadVideo(params: UploadVideoParams, options?: CallOptions): Promise<Result<Upload>>;
  /** Judges the frames of an upload. */
  fastCheck(params: UploadedCheckParams, options?: CallOptions): Promise<Result<VerificationResult>>;
  /** Judges the frames of an upload with the landmarks they came with. */
  liveCheck(params: UploadedCheckParams, options?: CallOptions): Promise<Result<VerificationResult>>;
}

const BATCH_FRAMES = 30;

/** Well below the 96 MiB that the service takes for a request, so that a slow line is done before the time is over. */
const BATCH_CHARACTERS_MAX = 16 * 1024 * 1024;

/** A session skips the indexes that it has, so that a batch sent again does no harm. */
const UPLOAD = { method: 'POST', path: '/api/v2/upload', idempotency: 'none' } as const;

/** Makes the part of the client for uploads. */
export function createUploads(api: LivenessApi): Uploads {
  const { runtime } = api;

  async function upload({ frames, ...params }: UploadBatchParams, options?: CallOptions) {
    const { json, headers } = checkRequest(params, runtime);
    const body = { ...json, frames: await encodeImages(frames) };
    return api.send<Upload>({ ...UPLOAD, json: body, headers }, options);
  }

  async function check(path: string, params: UploadedCheckParams, options: CallOptions | undefined) {
    const { json, headers } = checkRequest(params, runtime);
    return api.send<VerificationResult>({ method: 'POST', path, json, headers }, options);
  }

  return {
    upload,
    async uploadFrames({ frames, batchFrames = BATCH_FRAMES, onProgress, ...params }, options) {
      const session = { ...params, session_id: params.session_id ?? runtime.newId() };
      let uploaded: Result<Upload> | undefined;
      for await (const batch of batchesOf(frames, batchFrames)) {
        uploaded = await upload({ ...session, frames: batch }, options);
        onProgress?.(uploaded.data);
      }
      return uploaded;
    },
    async uploadVideo({ video, filename = 'video', ...params }, options) {
      const { json, headers } = checkRequest(params, runtime);
      const fields = Object.entries(json).map(([name, value]) => [name, formText(value)] as const);
      const file = ['video', { name: filename, content: bytesToBlob(video) }] as const;
      return api.send({ ...UPLOAD, form: createForm([...fields, file], runtime.newId()), headers }, options);
    },
    fastCheck: (params, options) => check('/api/v2/fast-check', params, options),
    liveCheck: (params, options) => check('/api/v2/live-check', params, options),
  };
}

/** Forms carry texts: numbers, lists and objects as JSON. */
function formText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Gathers frames into batches that end with the given number, or before they become too large. */
async function* batchesOf(
  frames: UploadFramesParams['frames'],
  framesMax: number,
): AsyncGenerator<WithImage<UploadFrame>[], void, void> {
  let batch: WithImage<UploadFrame>[] = [];
  let characters = 0;
  for await (const frame of frames) {
    const pixels = await encodeImage(frame.pixels);
    const isFull = batch.length >= framesMax || characters + pixels.length > BATCH_CHARACTERS_MAX;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push({ ...frame, pixels });
    characters += pixels.length;
  }
  if (batch.length > 0) yield batch;
}
