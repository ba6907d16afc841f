import type { Nets } from '@vivant/engine/nets/nets';
import { createFeatureExtractor } from '@vivant/engine/pipeline/feature-extractor';
import type { FrameSignal } from '@vivant/engine/signals/frame-signal';
import type { FrameRow, ManifestRow, VideoRow } from '@vivant/evaluate/dataset/manifest-row';
import { sequencesOf } from '@vivant/evaluate/dataset/sequences';
import { createRandom, type Random } from '@vivant/evaluate/metrics/random';
import { INJECTIONS } from './attacks/injection.ts';
import { flip, VARIATIONS, type View } from './augment.ts';
import type { CallEncoder } from './call-encoding.ts';
import { ALTERATIONS, LINES } from './conditions.ts';
import { findLabelledFace } from './labelled-face.ts';
import type { Picture } from './picture.ts';
import { type CaptureSource, readCapture } from './read-capture.ts';
import { recordSequence } from './record-sequence.ts';
import type { TrainingRow } from './training-row.ts';
import type { TrainingSequence } from './training-sequence.ts';

/** How to read the captures of one environment. */
export interface ExtractOptions extends CaptureSource {
  readonly nets: Nets;
  readonly signals: readonly FrameSignal[];
  /** Those of them that are learnt from altered copies, too. */
  readonly signalsAltered: readonly FrameSignal[];
  /** Altered copies of every training frame. */
  readonly variations: number;
  readonly seed: number;
  readonly encodeCall: CallEncoder;
}

/** Everything that is learnt from one environment. */
export interface EnvironmentFeatures {
  readonly rows: readonly TrainingRow[];
  readonly sequences: readonly TrainingSequence[];
}

/** Frames of a video that are tracked; every {@link VIDEO_FRAME_STEP}th is also learnt as a frame. */
const VIDEO_FRAMES = 48;
/** Videos go on after that for frames alone: neighbours are near copies. */
const VIDEO_FRAMES_MAX = 120;
const VIDEO_FRAME_STEP = 10;
/** Length of an injected capture. */
const INJECTED_FRAMES = 30;
/** Frames of a capture that is only scored, from one that the nets look at to the next. */
const SCORED_FRAME_STEP = 3;

/** Computes the signals of every capture of an environment in which the labelled face is found. */
export async function extractEnvironment(
  manifestRows: readonly ManifestRow[],
  options: ExtractOptions,
): Promise<EnvironmentFeatures> {
  const collector = new Collector(options);
  for (const row of manifestRows) {
    if (row.kind === 'still')
      for await (const picture of readCapture(row, options, 1)) await collector.learn(row, picture);
    if (row.kind === 'video') await collector.addVideo(row);
  }
  for (const sequence of sequencesOf(manifestRows)) await collector.addSequence(sequence);
  return collector;
}

class Collector implements EnvironmentFeatures {
  readonly rows: TrainingRow[] = [];
  readonly sequences: TrainingSequence[] = [];
  readonly #options: ExtractOptions;
  readonly #extract: Extract;
  readonly #extractAltered: Extract;
  readonly #random: Random;

  constructor(options: ExtractOptions) {
    this.#options = options;
    this.#extract = createExtract(options.nets, options.signals);
    this.#extractAltered = createExtract(options.nets, options.signalsAltered);
    this.#random = createRandom(options.seed);
  }

  /** Adds the features of a picture and, in the training split, of altered copies of it. */
  async learn(row: ManifestRow, { image, faces, index }: Picture): Promise<void> {
    const face = await findLabelledFace(this.#options.nets, image, faces);
    if (!face) return;
    const original = { image, face };
    const { variations } = this.#options;
    const altered = row.split === 'train' ? await alter(original, variations, this.#random) : [];
    for (const [at, view] of [original, ...altered].entries()) {
      const augmented = at > 0;
      const features = await (augmented ? this.#extractAltered(view) : this.#extract(view));
      this.rows.push({ ...describe(row, index), augmented, features });
    }
  }

  async addVideo(row: VideoRow): Promise<void> {
    const tracked: Picture[] = [];
    for await (const picture of readCapture(row, this.#options, VIDEO_FRAMES_MAX)) {
      if (picture.index < VIDEO_FRAMES) tracked.push(picture);
      if (picture.index % VIDEO_FRAME_STEP === 0) await this.learn(row, picture);
    }
    const frames = await recordSequence(this.#options.nets, tracked);
    this.sequences.push({ ...describe(row, 0), frames });
  }

  async addSequence(rows: readonly FrameRow[]): Promise<void> {
    const pictures: Picture[] = [];
    for (const row of rows) {
      for await (const picture of readCapture(row, this.#options, 1)) {
        pictures.push(picture);
        await this.learn(row, picture);
      }
    }
    const [first] = rows;
    if (!first) return;
    const label = describe(first, 0);
    this.sequences.push({ ...label, frames: await recordSequence(this.#options.nets, pictures) });
    await this.#addAltered(label, pictures);
    await this.#addCalls(label, pictures);
    if (!first.bonaFide) return;
    for (const injection of INJECTIONS) {
      const { id, species } = injection;
      const attack = { ...label, bonaFide: false, species, sequence: `${first.sequence}/${id}` };
      const injected: Picture[] = [];
      for await (const picture of injection.build(pictures, INJECTED_FRAMES, this.#random)) {
        injected.push(picture);
      }
      await this.#addScored(attack, injected);
      await this.#addCalls(attack, injected);
    }
  }

  /** Adds a capture once more under each alteration of its pictures. */
  async #addAltered(label: Label, pictures: readonly Picture[]): Promise<void> {
    const located: { picture: Picture; view: View }[] = [];
    for (const picture of pictures) {
      const { image, faces } = picture;
      const face = await findLabelledFace(this.#options.nets, image, faces);
      if (face) located.push({ picture, view: { image, face } });
    }
    for (const { id, alter } of ALTERATIONS) {
      const altered: Picture[] = [];
      for (const { picture, view } of located) {
        const { image } = await alter(view, this.#random);
        altered.push({ ...picture, image });
      }
      await this.#addScored({ ...label, condition: id }, altered);
    }
  }

  /** Adds a capture once more as it arrives over each line. */
  async #addCalls(label: Label, pictures: readonly Picture[]): Promise<void> {
    const images = pictures.map(({ image }) => image);
    for (const { id, kbits } of LINES) {
      const received = await this.#options.encodeCall(images, kbits);
      const paired = received.slice(0, pictures.length).map((image, at) => ({ ...pictures[at]!, image }));
      await this.#addScored({ ...label, condition: id }, paired);
    }
  }

  /** Adds a capture whose frames are scored, never learnt. */
  async #addScored(label: Label, pictures: readonly Picture[]): Promise<void> {
    this.sequences.push({ ...label, frames: await recordSequence(this.#options.nets, pictures) });
    for (const { image, faces, index } of pictures) {
      if (index % SCORED_FRAME_STEP !== 0) continue;
      const face = await findLabelledFace(this.#options.nets, image, faces);
      if (!face) continue;
      const features = await this.#extract({ image, face });
      this.rows.push({ ...label, index, frameStep: SCORED_FRAME_STEP, augmented: false, features });
    }
  }
}

/** A row but for what was measured. */
type Label = Omit<TrainingRow, 'features' | 'augmented'>;

type Extract = (view: View) => Promise<TrainingRow['features']>;

function createExtract(nets: Nets, signals: readonly FrameSignal[]): Extract {
  const extractor = createFeatureExtractor(nets, signals);
  return async ({ image, face }) => {
    const joined = await extractor.extract(image, face);
    let at = 0;
    return Object.fromEntries(
      signals.map(({ id, features }) => {
        const values = joined.slice(at, at + features.length);
        at += features.length;
        return [id, values];
      }),
    );
  };
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

function describe(row: ManifestRow, index: number): Label {
  const { kind, path, bonaFide, species, environment, subject, split } = row;
  const place = placeOf(row, index);
  return { kind, path, bonaFide, species, environment, subject, split, condition: '', ...place };
}

/** A still belongs to no capture; a video is one, of which every {@link VIDEO_FRAME_STEP}th frame is learnt. */
function placeOf(row: ManifestRow, index: number): Pick<TrainingRow, 'sequence' | 'index' | 'frameStep'> {
  if (row.kind === 'frame') return { sequence: row.sequence, index: row.index, frameStep: 1 };
  if (row.kind === 'video') return { sequence: row.path, index, frameStep: VIDEO_FRAME_STEP };
  return { sequence: '', index: 0, frameStep: 1 };
}
