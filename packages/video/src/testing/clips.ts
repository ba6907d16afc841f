import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackagedFfmpeg, findSystemFfmpeg } from '../ffmpeg-binary.ts';

const run = promisify(execFile);

/** An ffmpeg on this machine. */
export interface FfmpegBuild {
  readonly name: 'system' | 'packaged';
  readonly path: string;
}

/** Every ffmpeg the product could meet here; throws when there is none and one is required. */
export async function findFfmpegBuilds(required: boolean): Promise<FfmpegBuild[]> {
  const found = [
    { name: 'system', path: await findSystemFfmpeg() },
    { name: 'packaged', path: await findPackagedFfmpeg() },
  ] as const;
  const builds = found.flatMap(({ name, path }) => (path === null ? [] : [{ name, path }]));
  if (builds.length === 0 && required) throw new Error('These tests need an ffmpeg: apt install ffmpeg.');
  return builds;
}

/** A folder of synthetic videos; no recording of anybody is needed to test a decoder. */
export interface ClipFolder {
  path(name: string): string;
  /** Runs ffmpeg to write the named clip, once; returns its path. */
  make(name: string, ...args: string[]): Promise<string>;
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** Creates a folder under the system's temporary one. */
export async function createClipFolder(ffmpegPath: string): Promise<ClipFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'vivant-clips-'));
  const path = (name: string) => join(folder, name);
  const made = new Map<string, Promise<unknown>>();
  return {
    path,
    async make(name, ...args) {
      const command = ['-nostdin', '-loglevel', 'error', ...args, path(name)];
      if (!made.has(name)) made.set(name, run(ffmpegPath, command, { cwd: folder }));
      await made.get(name);
      return path(name);
    },
    async write(name, content) {
      await writeFile(path(name), content);
      return path(name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Input arguments for a picture whose left half is red and whose right half is blue. */
export function redLeftBlueRight(width: number, height: number, seconds = 1, fps = 10): string[] {
  const half = `s=${width / 2}x${height}:r=${fps}:d=${seconds}`;
  return ['-f', 'lavfi', '-i', `color=red:${half}[left];color=blue:${half}[right];[left][right]hstack`];
}

/** An MP4 or MOV changed to say "turn a quarter clockwise to show" in its track header (ISO/IEC 14496-12, 8.3.2). */
export function turnedClockwise(file: Buffer): Buffer {
  const turned = Buffer.from(file);
  const matrix = file.indexOf('tkhd') + 44;
  [0, 1, 0, -1, 0, 0].forEach((value, index) => {
    turned.writeInt32BE(value * 65_536, matrix + index * 4);
  });
  return turned;
}
