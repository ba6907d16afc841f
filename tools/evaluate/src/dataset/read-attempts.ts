import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodedFrame, Frame } from '@vivant/engine/check';
import {
  type AttemptLabel,
  type Capture,
  type PictureCapture,
  type VideoCapture,
  windowId,
} from './captures.ts';

/** An attempt that is ready to be judged. */
export interface Attempt {
  readonly label: AttemptLabel;
  readonly frames: readonly Frame[];
}

/** A frame as a video reader gives it: 8-bit RGB, rows top to bottom, no padding. */
export interface VideoFrame {
  readonly index: number;
  readonly timestampMs: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** How captures are read. */
export interface ReadOptions {
  /** Folder that the paths are relative to. */
  readonly dir: string;
  readonly framesPerAttempt: number;
  readonly readVideo: (path: string) => AsyncIterable<VideoFrame>;
  /** Told after the last attempt of each capture how many frames it has. */
  readonly onCaptureRead: (frames: number) => void;
}

/**
 * Reads captures one after the other and gives their attempts. Frames are numbered from 0 within an attempt, as a
 * client would, and keep their real capture times. @throws DatasetFileError naming a file that cannot be read
 */
export async function* readAttempts(
  captures: readonly Capture[],
  options: ReadOptions,
): AsyncGenerator<Attempt, void, undefined> {
  for (const capture of captures) {
    try {
      const frames =
        capture.kind === 'video'
          ? yield* videoAttempts(capture, options)
          : yield* pictureAttempt(capture, options.dir);
      options.onCaptureRead(frames);
    } catch (cause) {
      throw new DatasetFileError(`cannot read the frames of ${capture.label.id}`, { cause });
    }
  }
}

/** A file that the manifest names is missing or unreadable. */
export class DatasetFileError extends Error {
  override readonly name = 'DatasetFileError';
}

async function* pictureAttempt(
  { label, pictures }: PictureCapture,
  dir: string,
): AsyncGenerator<Attempt, number, undefined> {
  const frames = await Promise.all(
    pictures.map(async ({ path, timestampMs }, index) => ({
      index,
      timestampMs,
      bytes: await readFile(join(dir, path)),
    })),
  );
  yield { label, frames };
  return frames.length;
}

async function* videoAttempts(
  { label, path }: VideoCapture,
  { dir, framesPerAttempt, readVideo }: ReadOptions,
): AsyncGenerator<Attempt, number, undefined> {
  let framesRead = 0;
  let frames: DecodedFrame[] = [];
  for await (const { timestampMs, width, height, data } of readVideo(join(dir, path))) {
    framesRead += 1;
    frames.push({ index: frames.length, timestampMs, image: { width, height, data } });
    if (frames.length < framesPerAttempt) continue;
    yield {
      label: { ...label, id: windowId(path, framesRead - framesPerAttempt, framesPerAttempt) },
      frames,
    };
    frames = [];
  }
  return framesRead;
}
