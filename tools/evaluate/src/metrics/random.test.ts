import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('gives the numbers of an independent implementation for its seed', () => {
  const random = createRandom(1);
  expect([random(), random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741,
  ]);
  const other = createRandom(20260101);
  expect([other(), other(), other()]).toEqual([0.2559139896184206, 0.5929048631805927, 0.8053383126389235]);
});
