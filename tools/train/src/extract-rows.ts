import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeImage } from '@vivant/engine/image/decode';
import type { Raster } from '@vivant/engine/image/raster';
import type { Nets } from '@vivant/engine/nets/nets';
import { createFeatureExtractor } from '@vivant/engine/pipeline/feature-extractor';
import type { FrameSignal } from '@vivant/engine/signals/frame-signal';
import type { Dataset } from '@vivant/evaluate/dataset/dataset';
import type { ManifestRow } from '@vivant/evaluate/dataset/manifest-row';
import { createRandom, type Random } from '@vivant/evaluate/metrics/random';
import { flip, VARIATIONS, type View } from './augment.ts';
import { findLabelledFace } from './labelled-face.ts';
import type { TrainingRow } from './training-row.ts';

/** How to read the frames of a data set. */
export interface ExtractOptions {
  readonly dataset: Dataset;
  readonly nets: Nets;
  readonly signals: readonly FrameSignal[];
  /** Altered copies of every training frame. */
  readonly variations: number;
  readonly seed: number;
  readonly readVideo: (path: string) => AsyncIterable<Raster & { readonly index: number }>;
  readonly onProgress: (done: number, total: number) => void;
}

/** Frames taken of a video, and how many lie between two of them: neighbours are near copies. */
const FRAMES_PER_VIDEO = 12;
const VIDEO_FRAME_STEP = 10;

/** Computes the signals of every picture, and of some frames of every video, in which the labelled face is found. */
export async function extractRows(options: ExtractOptions): Promise<TrainingRow[]> {
  const { dataset, nets, signals } = options;
  const extractor = createFeatureExtractor(nets, signals);
  const random = createRandom(options.seed);
  const rows: TrainingRow[] = [];
  for (const [done, source] of dataset.rows.entries()) {
    options.onProgress(done, dataset.rows.length);
    for await (const image of readPictures(source, options)) {
      const face = await findLabelledFace(nets, image, source.faces);
      if (!face) continue;
      const original = { image, face };
      const altered = source.split === 'train' ? await alter(original, options.variations, random) : [];
      for (const [at, view] of [original, ...altered].entries()) {
        const features = splitFeatures(signals, await extractor.extract(view.image, view.face));
        rows.push({ ...describe(source), augmented: at > 0, features });
      }
    }
  }
  return rows;
}

async function* readPictures(source: ManifestRow, options: ExtractOptions): AsyncGenerator<Raster> {
  const path = join(options.dataset.dir, source.path);
  if (source.kind !== 'video') {
    const decoded = decodeImage(await readFile(path));
    if (!decoded.ok) throw new Error(`${source.path}: ${decoded.cause}`);
    yield decoded.image;
    return;
  }
  for await (const { index, width, height, data } of options.readVideo(path)) {
    if (index >= FRAMES_PER_VIDEO * VIDEO_FRAME_STEP) return;
    if (index % VIDEO_FRAME_STEP === 0) yield { width, height, data };
  }
}

/** The mirrored picture and variations of the upright or mirrored one, by chance. */
async function alter(view: View, variations: number, random: Random): Promise<View[]> {
  const mirrored = await flip(view, random);
  const views = [mirrored];
  for (let i = 0; i < variations; i++) {
    const vary = VARIATIONS[Math.floor(random() * VARIATIONS.length)]!;
    views.push(await vary(random() < 0.5 ? view : mirrored, random));
  }
  return views;
}

function describe(source: ManifestRow): Omit<TrainingRow, 'features' | 'augmented'> {
  const { path, bonaFide, species, environment, subject, split } = source;
  const place =
    source.kind === 'frame' ? { sequence: source.sequence, index: source.index } : { sequence: '', index: 0 };
  return { path, bonaFide, species, environment, subject, split, ...place };
}

function splitFeatures(signals: readonly FrameSignal[], joined: Float32Array): Record<string, Float32Array> {
  let at = 0;
  return Object.fromEntries(
    signals.map(({ id, features }) => {
      const values = joined.slice(at, at + features.length);
      at += features.length;
      return [id, values];
    }),
  );
}
