import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@vivant/service-kit/environment';
import { z } from 'zod';

/** What the commands take from the environment. */
export interface CliConfig {
  /** Folder of the converted nets, shared with the service. */
  readonly weightsDir: string;
  readonly modelsDir: string;
  /** ffmpeg to decode videos with; undefined leaves the choice to the video package. */
  readonly ffmpegPath: string | undefined;
}

const variables = z.object({
  DATA_DIR: z.string().default('./data'),
  FFMPEG_PATH: z.string().optional(),
});

/** The manifests lie in the repository's `models` folder, as far from `src` as from `dist`. */
const MODELS_DIR = fileURLToPath(new URL('../../../models', import.meta.url));

/** @throws ConfigError listing every problem */
export function readCliConfig(env: Record<string, string | undefined> = process.env): CliConfig {
  const values = readConfig(variables, env);
  return {
    weightsDir: join(resolve(values.DATA_DIR), 'weights'),
    modelsDir: MODELS_DIR,
    ffmpegPath: values.FFMPEG_PATH,
  };
}
