import type { LivenessConfig } from '../config.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openObjectStore } from '../objects/open-object-store.ts';
import { createBossVideoQueue } from './boss-video-queue.ts';
import type { ProcessDependencies } from './process-video.ts';
import type { VideoServices } from './video-routes.ts';
import { createVideoWorker, type VideoWorker } from './video-worker.ts';

type Shared = Pick<ProcessDependencies, 'database' | 'engine' | 'catalogue' | 'clock' | 'newId' | 'logger'>;

/** Wires what concerns videos; nothing is connected before it is used. */
export function createVideoServices(
  config: LivenessConfig,
  shared: Shared & { readonly objects: ObjectStore | undefined; readonly stopPatienceMs: number | undefined },
): { videos: VideoServices; videoWorker: VideoWorker; closeVideos: () => Promise<void> } {
  const { videoBytesMax: bytesMax, dataDir, ffmpegPath, videoConcurrency: concurrency } = config;
  const objects = shared.objects ?? openObjectStore(config);
  const queue = createBossVideoQueue(shared);
  const addressPolicy = { allowPrivate: config.videoUrlAllowPrivate };
  const common = { ...shared, objects, queue, bytesMax };
  return {
    videos: common,
    videoWorker: createVideoWorker({ ...common, dataDir, ffmpegPath, concurrency, addressPolicy }),
    async closeVideos() {
      await queue.stop();
      if (!shared.objects) await objects.close();
    },
  };
}
