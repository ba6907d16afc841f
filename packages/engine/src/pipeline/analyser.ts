import type { CheckOutcome, CheckRequest, Frame } from '../check.ts';
import type { FusionCoefficients } from '../fusion/coefficients.ts';
import { signalsOf } from '../fusion/fuse-sequence.ts';
import { decodeImage } from '../image/decode.ts';
import type { Model } from '../models.ts';
import { type NetPaths, type Nets, openNets } from '../nets/nets.ts';
import { frameSignals } from '../signals/registry.ts';
import { sequenceSignal } from '../signals/sequence-registry.ts';
import type { SequenceSignal } from '../signals/sequence-signal.ts';
import { createFaceTracker } from '../track/face-tracker.ts';
import { CaptureAnalysis, type Objector } from './capture-analysis.ts';
import { createFeatureExtractor, type FeatureExtractor } from './feature-extractor.ts';

/** Judges captures one at a time on the calling thread. */
export interface Analyser {
  /**
   * @throws Error when the model is unknown: the caller resolves ids first
   * @throws the signal's reason, between two frames
   */
  analyse(request: CheckRequest, signal?: AbortSignal): Promise<CheckOutcome>;
}

/**
 * Loads the nets and prepares the models.
 * @throws Error when a model's coefficients do not fit its signals
 */
export async function createAnalyser(netPaths: NetPaths, models: readonly Model[]): Promise<Analyser> {
  const nets = await openNets(netPaths);
  const prepared = new Map(
    models.map((model) => {
      const extractor = createFeatureExtractor(nets, frameSignals(model.coefficients.signals));
      assertFits(model.manifest.id, model.coefficients, extractor);
      const objector = prepareObjector(nets, model);
      return [model.manifest.id, { model, extractor, sequenceSignals: sequenceSignalsOf(model), objector }];
    }),
  );
  return {
    async analyse({ modelId, frames, framesDropped = 0, fps }, signal) {
      const entry = prepared.get(modelId);
      if (!entry) throw new Error(`unknown model: ${modelId}`);
      const tracker = createFaceTracker(nets.faceDetector, nets.faceMesh);
      const framesReceived = frames.length + framesDropped;
      const capture = new CaptureAnalysis({ ...entry, tracker, framesReceived, framesDropped });
      for (const frame of frames) {
        signal?.throwIfAborted();
        const decoded =
          'bytes' in frame ? decodeImage(frame.bytes) : { ok: true as const, image: frame.image };
        if (!decoded.ok) return { kind: 'undecodable', frameIndex: frame.index, cause: decoded.cause };
        await capture.add(decoded.image, timeOf(frame, entry.model, fps), frame.landmarks);
      }
      return capture.conclude();
    },
  };
}

/** A model that needs the frame rate goes by it: its clients' timestamps need not be those of the camera. */
function timeOf({ index, timestampMs }: Frame, { manifest }: Model, fps: number | undefined): number {
  return manifest.needs.fps && fps !== undefined ? (index * 1000) / fps : timestampMs;
}

function assertFits(id: string, coefficients: FusionCoefficients, { widths }: FeatureExtractor): void {
  const features = widths.reduce((a, b) => a + b, 0);
  if (features !== coefficients.weight.length) {
    throw new Error(`${id}: ${coefficients.weight.length} weights for ${features} features`);
  }
}

function prepareObjector(nets: Nets, { manifest, objector }: Model): Objector | undefined {
  if (!manifest.objector || !objector) return undefined;
  const extractor = createFeatureExtractor(nets, frameSignals(objector.signals));
  assertFits(manifest.objector.coefficients, objector, extractor);
  return { extractor, coefficients: objector, rule: manifest.objector };
}

/** The signals that the model's sequence terms speak of. @throws Error when one names a value that no signal has */
function sequenceSignalsOf({ manifest, sequence }: Model): SequenceSignal[] {
  if (!sequence) return [];
  const { terms, objections = [] } = sequence;
  for (const { signal, feature } of [...terms, ...objections.flatMap(({ features }) => features)]) {
    if (sequenceSignal(signal).features.includes(feature)) continue;
    throw new Error(`${manifest.id}: ${signal} has no ${feature}`);
  }
  return signalsOf(sequence).map(sequenceSignal);
}
