import type { FeatureMap } from './layer-statistics.ts';

/** Outer radii of the rings, as shares of the side; an ellipse a fifth higher than wide. What lies beyond is left out. */
const RADII = [0.22, 0.36, 0.5] as const;
const HEIGHT = 1.2;
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;
/** Keeps the ratio of two silent channels at one. */
const DEVIATION_FLOOR = 1e-3;

/**
 * How every channel differs between three rings around the centre: for each map and each pair of rings, all differences
 * of means, then all logarithms of the ratio of deviations. The person and the camera are in all rings and cancel.
 */
export function ringContrasts(maps: readonly FeatureMap[]): Float32Array {
  const contrasts = new Float32Array(
    2 * PAIRS.length * maps.reduce((sum, { channels }) => sum + channels, 0),
  );
  let at = 0;
  for (const { map, channels } of maps) {
    const side = Math.round(Math.sqrt(map.length / channels));
    const rings = ringsOf(side);
    for (let channel = 0; channel < channels; channel++) {
      const measured = measureRings(map.subarray(channel * side * side, (channel + 1) * side * side), rings);
      PAIRS.forEach(([inner, outer], pair) => {
        const place = at + 2 * pair * channels + channel;
        const [a, b] = [measured[inner]!, measured[outer]!];
        contrasts[place] = a.mean - b.mean;
        contrasts[place + channels] = Math.log(
          (a.deviation + DEVIATION_FLOOR) / (b.deviation + DEVIATION_FLOOR),
        );
      });
    }
    at += 2 * PAIRS.length * channels;
  }
  return contrasts;
}

/** Ring number of every place of a square map, row by row; the number of rings beyond the last. */
function ringsOf(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side }, (_, at) => {
    const x = ((at % side) + 0.5) / side - 0.5;
    const y = ((Math.floor(at / side) + 0.5) / side - 0.5) / HEIGHT;
    const ring = RADII.findIndex((radius) => Math.hypot(x, y) < radius);
    return ring < 0 ? RADII.length : ring;
  });
}

function measureRings(plane: Float32Array, rings: Uint8Array): { mean: number; deviation: number }[] {
  const sums = RADII.map(() => ({ count: 0, sum: 0, squares: 0 }));
  for (let at = 0; at < plane.length; at++) {
    const ring = sums[rings[at]!];
    if (!ring) continue;
    ring.count++;
    ring.sum += plane[at]!;
    ring.squares += plane[at]! * plane[at]!;
  }
  return sums.map(({ count, sum, squares }) => {
    const mean = sum / count;
    return { mean, deviation: Math.sqrt(Math.max(squares / count - mean * mean, 0)) };
  });
}
