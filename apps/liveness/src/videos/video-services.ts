import type { LivenessConfig } from '../config.ts';
import type { ObjectRemoval } from '../objects/object-removal.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { createBossVideoQueue } from './boss-video-queue.ts';
import type { ProcessDependencies } from './process-video.ts';
import type { VideoServices } from './video-routes.ts';
import { createVideoWorker, type VideoWorker } from './video-worker.ts';

type Shared = Pick<
  ProcessDependencies,
  'database' | 'engine' | 'calibrate' | 'catalogue' | 'clock' | 'newId' | 'logger'
>;

/** Wires what concerns videos; nothing is connected before it is used. */
export function createVideoServices(
  config: LivenessConfig,
  shared: Shared & {
    readonly objects: ObjectStore;
    readonly removal: ObjectRemoval;
    readonly stopPatienceMs: number | undefined;
  },
): { videos: VideoServices; videoWorker: VideoWorker; closeVideos: () => Promise<void> } {
  const { videoBytesMax: bytesMax, dataDir, ffmpegPath, videoConcurrency: concurrency } = config;
  const queue = createBossVideoQueue(shared);
  const addressPolicy = { allowPrivate: config.videoUrlAllowPrivate };
  const common = { ...shared, queue, bytesMax };
  return {
    videos: common,
    videoWorker: createVideoWorker({ ...common, dataDir, ffmpegPath, concurrency, addressPolicy }),
    closeVideos: () => queue.stop(),
  };
}
