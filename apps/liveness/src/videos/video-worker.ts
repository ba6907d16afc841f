import { join } from 'node:path';
import type { AddressPolicy } from '@vivant/service-kit/public-address';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { type FetchLimits, fetchVideo } from './fetch-video.ts';
import { createLocalVideos } from './local-video.ts';
import { patientEngine } from './patient-engine.ts';
import { createVideoJobHandlers, type ProcessDependencies } from './process-video.ts';
import type { VideoQueue } from './video-queue.ts';

/** The role that judges queued videos. */
export interface VideoWorker {
  /** @throws VideoError `ffmpeg-missing` */
  start(): Promise<void>;
}

/** What the role needs beyond what judging needs. */
export interface VideoWorkerOptions extends Omit<ProcessDependencies, 'local' | 'fetch' | 'ffmpegPath'> {
  readonly queue: VideoQueue;
  readonly dataDir: string;
  /** As configured; undefined leaves the choice to the video package. */
  readonly ffmpegPath: string | undefined;
  /** Videos judged at once. */
  readonly concurrency: number;
  readonly addressPolicy: AddressPolicy;
  readonly fetchLimits?: FetchLimits | undefined;
}

const FETCH_LIMITS: FetchLimits = { totalMsMax: 120_000, silenceMsMax: 15_000 };

/** Creates the role; it stops with the queue. */
export function createVideoWorker(options: VideoWorkerOptions): VideoWorker {
  const { queue, dataDir, ffmpegPath: configuredPath, concurrency, addressPolicy: policy } = options;
  const limits = options.fetchLimits ?? FETCH_LIMITS;
  const local = createLocalVideos(join(dataDir, 'decoding'));
  return {
    async start() {
      const ffmpegPath = await findFfmpeg({ configuredPath });
      await local.clear();
      const handlers = createVideoJobHandlers({
        ...options,
        engine: patientEngine(options.engine),
        local,
        fetch: (url, signal) => fetchVideo(url, { ...limits, policy, signal }),
        ffmpegPath,
      });
      await queue.startWork(handlers, { concurrency });
    },
  };
}
