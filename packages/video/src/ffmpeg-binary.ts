import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { ffmpegEnvironment } from './ffmpeg-process.ts';
import { VideoError } from './video-error.ts';

const run = promisify(execFile);
const startMsMax = 10_000;

/**
 * Finds an ffmpeg that starts, as an absolute path: the configured one, else the system's (it gets security updates), else the packaged one.
 * A configured path that does not work is an error, never a reason to take another.
 * Throws {@link VideoError} `ffmpeg-missing` with advice.
 */
export async function findFfmpeg(
  options: { readonly configuredPath?: string | undefined } = {},
): Promise<string> {
  const { configuredPath } = options;
  if (configuredPath !== undefined) {
    // ffmpeg is run from another folder.
    const path = resolve(configuredPath);
    if (await starts(path)) return path;
    throw new VideoError(
      'ffmpeg-missing',
      'The configured ffmpeg does not start: correct or unset FFMPEG_PATH.',
    );
  }
  const found = (await findSystemFfmpeg()) ?? (await findPackagedFfmpeg());
  if (found !== null) return found;
  throw new VideoError(
    'ffmpeg-missing',
    'No working ffmpeg was found: install one (apt install ffmpeg) or set FFMPEG_PATH.',
  );
}

/** The ffmpeg on PATH if it starts, as an absolute path: it will run without our environment, so without PATH. */
export async function findSystemFfmpeg(): Promise<string | null> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v ffmpeg']);
    const path = stdout.trim();
    return (await starts(path)) ? path : null;
  } catch {
    return null;
  }
}

/** The build in @ffmpeg-installer if there is one for this machine and it starts. */
export async function findPackagedFfmpeg(): Promise<string | null> {
  try {
    const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    return (await makeRunnable(path)) ? path : null;
  } catch {
    // The package throws on a platform it has no build for.
    return null;
  }
}

/** Tells whether an ffmpeg starts, after setting the executable bit that an npm told to skip install scripts leaves out. */
export async function makeRunnable(path: string): Promise<boolean> {
  if (await starts(path)) return true;
  try {
    await chmod(path, 0o755);
  } catch {
    return false;
  }
  return starts(path);
}

async function starts(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['-version'], { timeout: startMsMax, env: ffmpegEnvironment });
    return stdout.startsWith('ffmpeg version');
  } catch {
    return false;
  }
}
