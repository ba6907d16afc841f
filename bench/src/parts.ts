import { join } from 'node:path';
import type { Face } from '@vivant/engine/face/face';
import { signalsOf } from '@vivant/engine/fusion/fuse-sequence';
import { decodeImage } from '@vivant/engine/image/decode';
import type { Raster } from '@vivant/engine/image/raster';
import type { Model } from '@vivant/engine/models';
import { type NetPaths, openNets } from '@vivant/engine/nets/nets';
import { SequenceRecorder } from '@vivant/engine/pipeline/sequence-recorder';
import { CHECK_GATE, judgeQuality } from '@vivant/engine/quality/gate';
import { measureQuality } from '@vivant/engine/quality/measures';
import type { NetReading, NetReadingKey } from '@vivant/engine/signals/frame-signal';
import { frameSignals } from '@vivant/engine/signals/registry';
import { sequenceSignal } from '@vivant/engine/signals/sequence-registry';
import { createFaceTracker } from '@vivant/engine/track/face-tracker';
import { regionOfLandmarks } from '@vivant/engine/track/region';
import { median } from './statistics.ts';

/** One part of a check, alone on one thread. */
export interface Part {
  readonly name: string;
  /** Median of one run in milliseconds. */
  readonly ms: number;
  /** Runs in one check. */
  readonly runs: number;
}

const WARM_UP = 10;
const ROUNDS = 60;

/** Times every part of a check of `model`, one after the other on this thread. */
export async function timeParts(
  netPaths: NetPaths,
  model: Model,
  frames: readonly Uint8Array[],
): Promise<Part[]> {
  const nets = await openNets(netPaths);
  const { framesRequired, framesScored } = model.manifest;
  const image = decode(frames[0]!);
  const { face } = await createFaceTracker(nets.faceDetector, nets.faceMesh).track(image);
  if (!face) throw new Error('the drawn face was not found');
  const region = regionOfLandmarks(face.landmarks);
  const signals = frameSignals(model.coefficients.signals);
  const keys = [...new Set(signals.flatMap(({ needs }) => needs))];
  const readings = new Map<NetReadingKey, NetReading>();
  const read = async (key: NetReadingKey) => {
    const [net, scale] = key.split('@') as [keyof typeof nets.pad, string];
    readings.set(key, await nets.pad[net].read(image, face, Number(scale)));
  };
  const parts = [
    await timePart('decode', framesRequired, () => decode(frames[0]!)),
    await timePart('face box', framesRequired / 5, () => nets.faceDetector.detect(image)),
    await timePart('face mesh', framesRequired, () => nets.faceMesh.locate(image, region)),
    await timePart('quality', framesRequired, () => judgeQuality(measureQuality(image, face), CHECK_GATE, 1)),
  ];
  for (const key of keys) parts.push(await timePart(key, framesScored, () => read(key)));
  for (const signal of signals) {
    parts.push(await timePart(signal.id, framesScored, () => signal.compute({ image, face, readings })));
  }
  return [...parts, ...(await timeSequence(model, frames.map(decode), face))];
}

/** What a capture as a whole costs: keeping each of its frames, and every signal once. */
async function timeSequence({ sequence }: Model, images: readonly Raster[], face: Face): Promise<Part[]> {
  if (!sequence) return [];
  const ids = signalsOf(sequence);
  const recorder = new SequenceRecorder({
    followsPoints: ids.some((id) => sequenceSignal(id).followsPoints),
  });
  let index = 0;
  const record = () => recorder.add(images[index % images.length]!, face, index, 33 * index++);
  const parts = [await timePart('flow and patch', images.length, record)];
  const frames = recorder.frames.slice(0, images.length);
  for (const id of ids) {
    parts.push(await timePart(id, 1, () => sequenceSignal(id).compute(frames)));
  }
  return parts;
}

async function timePart(name: string, runs: number, run: () => unknown): Promise<Part> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const startedMs = performance.now();
    await run();
    if (round >= WARM_UP) times.push(performance.now() - startedMs);
  }
  return { name, ms: median(times), runs };
}

function decode(bytes: Uint8Array): Raster {
  const decoded = decodeImage(bytes);
  if (!decoded.ok) throw new Error(`the drawn frame cannot be decoded: ${decoded.cause}`);
  return decoded.image;
}

/** Where the converted nets of the bench lie. */
export function weightsDirOf(dataDir: string): string {
  return join(dataDir, 'weights');
}
