import type { FrameSignal, NetReadingKey } from './frame-signal.ts';

/** What the PAD nets say at their output, one log-odds a crop scale: small crops see skin, large ones the bezel and the hand. */
export function createPadLogits(id: string, readings: readonly NetReadingKey[]): FrameSignal {
  return {
    id,
    features: readings,
    reasons: { fake: 'spoof_texture', live: 'natural_texture' },
    needs: readings,
    compute: (frame) => Float32Array.from(readings, (key) => frame.readings.get(key)!.liveLogOdds),
  };
}
