import type { CheckOutcome, CheckRequest } from '../check.ts';
import { decodeImage } from '../image/decode.ts';
import type { Model } from '../models.ts';
import { type NetPaths, openNets } from '../nets/nets.ts';
import { frameSignals } from '../signals/registry.ts';
import { createFaceTracker } from '../track/face-tracker.ts';
import { CaptureAnalysis } from './capture-analysis.ts';
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
      assertFits(model, extractor);
      return [model.manifest.id, { model, extractor }];
    }),
  );
  return {
    async analyse({ modelId, frames, framesDropped = 0 }, signal) {
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
        await capture.add(decoded.image, frame.landmarks);
      }
      return capture.conclude();
    },
  };
}

function assertFits({ manifest, coefficients }: Model, extractor: FeatureExtractor): void {
  const features = extractor.widths.reduce((a, b) => a + b, 0);
  if (features !== coefficients.weight.length) {
    throw new Error(`${manifest.id}: ${coefficients.weight.length} weights for ${features} features`);
  }
}
