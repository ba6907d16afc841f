import { bytesToBlob } from '../base64.ts';
import { createForm, type FormFile } from '../form.ts';
import type { VideoStatus, VideoSubmission } from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { ModelChoice } from './check-params.ts';
import type { Result } from './result.ts';

/** A recorded video, as a file or by its address. */
export type DetectVideoParams = ModelChoice & {
  /** Slug of the organization of the key. */
  readonly tenant: string;
  /** Any JSON object that fits the schema of the tenant; it is echoed. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
} & (
    | {
        readonly video: Blob | Uint8Array | ArrayBuffer;
        /** Name of the file; ends in mp4, avi, mov, webm or mkv. */
        readonly filename: string;
        readonly video_url?: undefined;
      }
    | {
        /** Public or presigned http(s) address, without credentials. */
        readonly video_url: string;
        readonly video?: undefined;
        readonly filename?: undefined;
      }
  );

/** A submitted video. */
export interface SubmissionRef {
  readonly tenant: string;
  readonly submission_id: string;
}

/** Checks of recorded videos, which take a while. */
export interface Videos {
  /** Queues a video. */
  detect(params: DetectVideoParams, options?: CallOptions): Promise<Result<VideoSubmission>>;
  /** Reads the state of a submission. */
  get(submission: SubmissionRef, options?: CallOptions): Promise<Result<VideoStatus>>;
  /**
   * Reads the state until it is `completed` or `failed`, every 1 to 2 seconds. Give a signal to wait for a limited
   * time, for example `AbortSignal.timeout(60_000)`.
   */
  wait(submission: SubmissionRef, options?: CallOptions): Promise<Result<VideoStatus>>;
}

const POLL_FIRST_MS = 1000;
const POLL_MAX_MS = 2000;
const POLL_GROWTH = 1.25;

/** Makes the part of the client for videos. */
export function createVideos(api: LivenessApi): Videos {
  const { runtime } = api;
  const pathOf = (tenant: string) => `/api/v1/${encodeURIComponent(tenant)}/video/detect`;

  function get(
    { tenant, submission_id }: SubmissionRef,
    options?: CallOptions,
  ): Promise<Result<VideoStatus>> {
    const path = `${pathOf(tenant)}/${encodeURIComponent(submission_id)}`;
    return api.send({ method: 'GET', path }, options);
  }

  return {
    async detect(params, options) {
      const { tenant, model, model_version, frame_count, metadata } = params;
      const form = createForm(
        [
          ['model', model],
          ['frame_count', frame_count?.toString()],
          ['metadata', metadata && JSON.stringify(metadata)],
          ['video_url', params.video_url],
          ['video_file', fileOf(params)],
        ],
        runtime.newId(),
      );
      const headers = { 'x-model-version': model_version };
      return api.send({ method: 'POST', path: pathOf(tenant), form, headers }, options);
    },
    get,
    async wait(submission, options) {
      for (let delayMs = POLL_FIRST_MS; ; delayMs = Math.min(POLL_MAX_MS, delayMs * POLL_GROWTH)) {
        const result = await get(submission, options);
        const { status } = result.data;
        if (status === 'completed' || status === 'failed') return result;
        await runtime.pause(delayMs, options?.signal);
      }
    },
  };
}

function fileOf({ video, filename }: DetectVideoParams): FormFile | undefined {
  return video && { name: filename, content: bytesToBlob(video) };
}
