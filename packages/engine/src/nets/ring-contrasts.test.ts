import { expect, it } from 'vitest';
import { SWAP_CHANNELS, swapLayers } from '../signals/swap-layers.ts';
import { ringContrasts } from './ring-contrasts.ts';

const SIDE = 28;

/** One channel whose level is `inner` near the centre and `outer` around it. */
function channel(inner: number, outer: number): number[] {
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const x = ((at % SIDE) + 0.5) / SIDE - 0.5;
    const y = ((Math.floor(at / SIDE) + 0.5) / SIDE - 0.5) / 1.2;
    return Math.hypot(x, y) < 0.22 ? inner : outer;
  });
}

it('names as many values as the net wrapper gives', () => {
  const maps = SWAP_CHANNELS.map((channels) => ({ map: new Float32Array(channels * 49), channels }));
  expect(ringContrasts(maps)).toHaveLength(swapLayers.features.length);
  expect(new Set(swapLayers.features).size).toBe(swapLayers.features.length);
});

it('sees what sets the inner face apart, and nothing of what is everywhere', () => {
  const map = Float32Array.from([...channel(5, 2), ...channel(7, 7)]);
  const [apart, same] = ringContrasts([{ map, channels: 2 }]);
  expect(apart).toBeCloseTo(3);
  expect(same).toBeCloseTo(0);
  const shifted = ringContrasts([{ map: map.map((value) => value + 100), channels: 2 }]);
  expect(shifted[0]).toBeCloseTo(3, 3);
});
