import { expect, it } from 'vitest';
import { probit } from './probit.ts';

it.each([
  [0.0005, -3.2905267314918945],
  [0.01, -2.3263478740408408],
  [0.02425, -1.972961051311885],
  [0.05, -1.6448536269514729],
  [0.2, -0.8416212335729142],
  [0.5, 0],
  [0.9, 1.2815515655446004],
  [0.99, 2.3263478740408408],
  [0.9999, 3.719016485455709],
])('agrees with scipy at %d', (probability, golden) => {
  expect(probit(probability)).toBeCloseTo(golden, 7);
});

it('maps the ends to the infinities and refuses what is no probability', () => {
  expect(probit(0)).toBe(-Infinity);
  expect(probit(1)).toBe(Infinity);
  expect(() => probit(1.1)).toThrow(RangeError);
  expect(() => probit(Number.NaN)).toThrow(RangeError);
});
