import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import type { Nets } from '../nets/nets.ts';
import type { FrameSignal, NetReading, NetReadingKey } from '../signals/frame-signal.ts';

/** Computes the features of a set of signals for one frame, each net reading once. */
export interface FeatureExtractor {
  readonly signals: readonly FrameSignal[];
  /** Number of features of each signal, in order. */
  readonly widths: readonly number[];
  /** All signals' features one after the other. */
  extract(image: Raster, face: Face): Promise<Float32Array>;
}

/** Plans which nets to run at which crop scales for these signals. */
export function createFeatureExtractor(nets: Nets, signals: readonly FrameSignal[]): FeatureExtractor {
  const widths = signals.map((signal) => signal.features.length);
  const total = widths.reduce((a, b) => a + b, 0);
  const plan = [...new Set(signals.flatMap((signal) => signal.needs))].map(parseReadingKey);
  return {
    signals,
    widths,
    async extract(image, face) {
      const readings = new Map<NetReadingKey, NetReading>();
      for (const { key, net, scale } of plan) readings.set(key, await nets.pad[net].read(image, face, scale));
      const features = new Float32Array(total);
      let at = 0;
      for (const signal of signals) {
        features.set(signal.compute({ image, face, readings }), at);
        at += signal.features.length;
      }
      return features;
    },
  };
}

function parseReadingKey(key: NetReadingKey): { key: NetReadingKey; net: keyof Nets['pad']; scale: number } {
  const [net, scale] = key.split('@') as [keyof Nets['pad'], string];
  return { key, net, scale: Number(scale) };
}
