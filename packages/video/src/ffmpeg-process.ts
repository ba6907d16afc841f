import {
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
  spawn,
} from 'node:child_process';
import type { Readable } from 'node:stream';
import type { VideoLimits } from './video-limits.ts';

/** How a run of ffmpeg ended. */
export interface FfmpegEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines ffmpeg printed, for diagnosis only: they hold paths and text out of the file. */
  readonly complaints: string;
}

/** A running ffmpeg. */
export interface FfmpegProcess {
  /** Standard output; ffmpeg waits while nobody reads it. */
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<FfmpegEnd>;
  /** Kills it at once; harmless when it has ended. */
  readonly kill: () => void;
  /** Kills it and resolves when the system has let go of it. */
  readonly stop: () => Promise<void>;
}

/**
 * Lowers what the process may use, then becomes ffmpeg, so that the process we kill is the decoder itself.
 * No core dump (it would hold pixels) and no byte written to any file. A system that refuses a limit runs without that one.
 */
const confine = 'ulimit -c 0; ulimit -f 0; ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"';

/**
 * The whole environment of ffmpeg: nothing of ours is handed to a process that reads untrusted input.
 * Debian's ffmpeg links OpenBLAS, which otherwise reserves address space for a thread on every core.
 */
export const ffmpegEnvironment = { OPENBLAS_NUM_THREADS: '1' };

const complaintsLengthMax = 4096;

/** Starts ffmpeg within the limits; a path that is no program ends with code 126 or 127, as in a shell. */
export function startFfmpeg(ffmpegPath: string, args: readonly string[], limits: VideoLimits): FfmpegProcess {
  const child = spawnConfined(ffmpegPath, args, limits);
  const ended = watch(child);
  const kill = () => {
    child.kill('SIGKILL');
  };
  const stop = async () => {
    kill();
    // Output that nobody reads, or that a wrapper's child holds on to, would keep it from counting as closed.
    child.stdout.destroy();
    child.stderr.destroy();
    await ended;
  };
  return { output: child.stdout, ended, kill, stop };
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function spawnConfined(ffmpegPath: string, args: readonly string[], limits: VideoLimits): Child {
  const options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe> = {
    cwd: '/',
    env: ffmpegEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  if (process.platform === 'win32') return spawn(ffmpegPath, args, options);
  const cpuSeconds = String(Math.ceil(limits.cpuSecondsMax));
  const memoryKib = String(Math.ceil(limits.memoryBytesMax / 1024));
  return spawn('/bin/sh', ['-c', confine, 'sh', cpuSeconds, memoryKib, ffmpegPath, ...args], options);
}

function watch(child: Child): Promise<FfmpegEnd> {
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-complaintsLengthMax);
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: 127, signal: null, complaints }));
    child.once('close', (code, signal) => resolve({ code, signal, complaints }));
  });
}
