import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import type { NetReading } from '../signals/frame-signal.ts';

/** A presentation attack detection net that reads one face crop. */
export interface PadNet {
  /** @param scale multiplies the face box about its centre; reduced where the image is too small */
  read(image: Raster, face: Face, scale: number): Promise<NetReading>;
  release(): Promise<void>;
}

/** Log-odds of one class against the rest: `logit - log(sum(exp(other logits)))`. */
export function classLogOdds(logits: Float32Array, classIndex: number): number {
  const others = logits.filter((_, index) => index !== classIndex);
  const highest = Math.max(...others);
  const sum = others.reduce((total, logit) => total + Math.exp(logit - highest), 0);
  return logits[classIndex]! - highest - Math.log(sum);
}
