import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cappedContent } from '../objects/capped-content.ts';
import { onlyVideo } from './container-gate.ts';

/** A folder for videos while they are decoded; ffmpeg reads files only. */
export interface LocalVideos {
  /** Empties the folder of what a killed process left. */
  clear(): Promise<void>;
  /**
   * Has a video as a file, under a random name, for as long as `use` runs.
   * @throws NotAVideoError, ObjectTooLargeError, and what the content and `use` throw
   */
  with<Result>(
    content: AsyncIterable<Uint8Array>,
    options: { bytesMax: number; signal: AbortSignal },
    use: (path: string) => Promise<Result>,
  ): Promise<Result>;
}

/** Creates local videos in a folder that belongs to this process. */
export function createLocalVideos(folder: string): LocalVideos {
  return {
    async clear() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    async with(content, { bytesMax, signal }, use) {
      const path = join(folder, randomUUID());
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(onlyVideo(cappedContent(content, bytesMax)), file, { signal });
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
