import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeImage } from '@vivant/engine/image/decode';
import type { ManifestRow } from '@vivant/evaluate/dataset/manifest-row';
import type { VideoFrame } from '@vivant/evaluate/dataset/read-attempts';
import type { Picture } from './picture.ts';

/** Where captures are and how videos are decoded. */
export interface CaptureSource {
  readonly dir: string;
  readonly readVideo: (path: string) => AsyncIterable<VideoFrame>;
}

/** Reads the picture of a still or of one frame of a sequence, or the first frames of a video. */
export async function* readCapture(
  row: ManifestRow,
  source: CaptureSource,
  videoFramesMax: number,
): AsyncGenerator<Picture> {
  const path = join(source.dir, row.path);
  if (row.kind !== 'video') {
    const decoded = decodeImage(await readFile(path));
    if (!decoded.ok) throw new Error(`${row.path}: ${decoded.cause}`);
    const { index, timestampMs } = row.kind === 'frame' ? row : { index: 0, timestampMs: 0 };
    yield { image: decoded.image, index, timestampMs, faces: row.faces };
    return;
  }
  for await (const { index, timestampMs, width, height, data } of source.readVideo(path)) {
    if (index >= videoFramesMax) return;
    // The reader may reuse its memory for the next frame.
    yield { image: { width, height, data: data.slice() }, index, timestampMs, faces: row.faces };
  }
}
