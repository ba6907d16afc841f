import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeImage } from '@vivant/engine/image/decode';
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
  readonly onProgress: (done: number, total: number) => void;
}

/** Computes the signals of every picture in which the labelled face is found, in the order of the manifest. */
export async function extractRows(options: ExtractOptions): Promise<TrainingRow[]> {
  const { dataset, nets, signals, seed } = options;
  const pictures = dataset.rows.filter((row) => row.kind !== 'video');
  const extractor = createFeatureExtractor(nets, signals);
  const random = createRandom(seed);
  const rows: TrainingRow[] = [];
  for (const [done, source] of pictures.entries()) {
    options.onProgress(done, pictures.length);
    const decoded = decodeImage(await readFile(join(dataset.dir, source.path)));
    if (!decoded.ok) throw new Error(`${source.path}: ${decoded.cause}`);
    const face = await findLabelledFace(nets, decoded.image, source.faces);
    if (!face) continue;
    const original = { image: decoded.image, face };
    const altered = source.split === 'train' ? await alter(original, options.variations, random) : [];
    for (const [at, view] of [original, ...altered].entries()) {
      const features = splitFeatures(signals, await extractor.extract(view.image, view.face));
      rows.push({ ...describe(source), augmented: at > 0, features });
    }
  }
  return rows;
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
