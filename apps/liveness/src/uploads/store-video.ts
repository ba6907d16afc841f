import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import type { BufferedFrame, FrameBuffer } from '../buffers/frame-buffer.ts';
import type { Contribution, StoreBatch, StoredBatch } from '../buffers/store-batch.ts';
import type { Principal } from '../keys/principal.ts';
import { toVideoRefusal } from './video-faults.ts';
import { extractFrames } from './video-frames.ts';

/** Adds the frames of a video file to a session. */
export type StoreVideo = (
  principal: Principal,
  model: ModelManifest,
  video: Omit<Contribution, 'frames'> & { readonly path: string; readonly signal: AbortSignal },
) => Promise<StoredBatch>;

/** Frames put into the buffer at once; more would only wait in memory. */
const FRAMES_PER_BATCH = 8;

/** Videos decoded at once in this process: each has an ffmpeg of its own beside the engine. */
const VIDEOS_MAX = 4;

const RETRY_AFTER_SECONDS = '2';

/** The highest frame rate a check may state. */
const FPS_MAX = 120;

/**
 * Builds the way of a video into the buffer. Its frames follow those that are there; their real times are kept, and
 * the frame rate is measured when none is stated.
 * @throws ApiError `invalid_video_input`, `payload_too_large`, `service_unavailable`, and what storing frames throws
 */
export function createStoreVideo(dependencies: {
  readonly storeBatch: StoreBatch;
  readonly frameBuffer: FrameBuffer;
  readonly ffmpegPath: string | undefined;
  readonly videoBytesMax: number;
}): StoreVideo {
  const { storeBatch, frameBuffer, ffmpegPath: configuredPath, videoBytesMax: fileBytesMax } = dependencies;
  let ffmpeg: Promise<string> | undefined;
  let decoding = 0;

  /** Looks once; after a failure again, since an operator may have installed one. */
  async function findOnce(): Promise<string> {
    ffmpeg ??= findFfmpeg({ configuredPath });
    try {
      return await ffmpeg;
    } catch (error) {
      ffmpeg = undefined;
      throw error;
    }
  }

  const store: StoreVideo = async (principal, model, { path, signal, ...contribution }) => {
    const { organizationId } = principal;
    const { sessionId, details } = contribution;
    const status = await frameBuffer.status({ organizationId, sessionId });
    const ffmpegPath = await findOnce();
    const { framesRequired } = model;
    const frames = extractFrames(path, { ffmpegPath, framesRequired, fileBytesMax, signal });
    const append = follow(status?.framesReceived ?? 0);
    let fps = details.fps;
    let stored: StoredBatch | undefined;
    for await (const batch of inBatches(frames)) {
      fps ??= measureFps(batch);
      stored = await storeBatch(principal, model, {
        ...contribution,
        details: { ...details, fps },
        frames: batch.map((frame) => append(frame, fps)),
      });
      if (stored.kind === 'finished') break;
    }
    if (!stored) throw new ApiError('invalid_video_input', 'The video has no frames.');
    return stored;
  };

  return async (...parameters) => {
    if (decoding >= VIDEOS_MAX) {
      throw new ApiError('service_unavailable', 'Too many videos are being read; try again.', {
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      });
    }
    decoding += 1;
    try {
      return await store(...parameters);
    } catch (error) {
      throw toVideoRefusal(error);
    } finally {
      decoding -= 1;
    }
  };
}

/** Numbers and times a video's frames after those that are buffered. */
function follow(offset: number): (frame: BufferedFrame, fps: number | undefined) => BufferedFrame {
  return (frame, fps = 30) => ({
    ...frame,
    index: offset + frame.index,
    timestampMs: (offset * 1000) / fps + frame.timestampMs,
  });
}

async function* inBatches(frames: AsyncIterable<BufferedFrame>): AsyncGenerator<BufferedFrame[], void, void> {
  let batch: BufferedFrame[] = [];
  for await (const frame of frames) {
    batch.push(frame);
    if (batch.length < FRAMES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function measureFps(frames: readonly BufferedFrame[]): number | undefined {
  const durationMs = (frames.at(-1)?.timestampMs ?? 0) - (frames[0]?.timestampMs ?? 0);
  return durationMs > 0 ? Math.min(((frames.length - 1) * 1000) / durationMs, FPS_MAX) : undefined;
}
