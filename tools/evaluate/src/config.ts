import { join, resolve } from 'node:path';

/** What the tool takes from the environment. */
export interface EvaluateConfig {
  /** Folder of the converted nets, shared with the service. */
  readonly weightsDir: string;
  /** Folder below which reports go unless told otherwise. */
  readonly reportsDir: string;
  /** ffmpeg to decode videos with; undefined leaves the choice to the video package. */
  readonly ffmpegPath: string | undefined;
}

/** Reads `DATA_DIR` (default ./data) and `FFMPEG_PATH`; an empty variable counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): EvaluateConfig {
  const dataDir = resolve(environment['DATA_DIR'] || 'data');
  return {
    weightsDir: join(dataDir, 'weights'),
    reportsDir: join(dataDir, 'evaluation'),
    ffmpegPath: environment['FFMPEG_PATH'] || undefined,
  };
}
