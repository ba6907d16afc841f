import { describe, expect, it } from 'vitest';
import { ChunkOrder } from './chunk-order.ts';

function released(times: readonly number[]) {
  const order = new ChunkOrder<{ atMs: number }>();
  const results = times.map((atMs) => order.take({ atMs }));
  return {
    times: results.flatMap(({ chunks }) => chunks.map(({ atMs }) => atMs)),
    lost: results.filter(({ lost }) => lost).length,
  };
}

describe('chunk order', () => {
  it.each([
    ['as they are', [1, 2, 3, 4, 5], [1, 2, 3]],
    ['that came twice once', [1, 1, 2, 2, 3, 1, 4, 5], [1, 2, 3]],
    ['that were overtaken in their place', [2, 1, 3, 5, 4, 6], [1, 2, 3, 4]],
    ['that were overtaken by two', [3, 4, 1, 5, 6], [1, 3, 4]],
  ])('releases chunks %s', (_what, times, expected) => {
    expect(released(times)).toEqual({ times: expected, lost: 0 });
  });

  it('tells when one comes after its turn', () => {
    expect(released([1, 3, 4, 5, 2, 6])).toEqual({ times: [1, 3, 4], lost: 1 });
  });
});
