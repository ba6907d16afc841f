import { expect, it } from 'vitest';
import { failureToAcquire } from './acquisition.ts';

function presented(acquired: boolean, species: string, environment: string) {
  return { acquired, species, environment, bonaFide: species === '' };
}

it('counts attempts without a score by class, species and environment', () => {
  const attempts = [
    presented(true, '', 'a'),
    presented(false, '', 'a'),
    presented(true, 'screen', 'a'),
    presented(false, 'print', 'b'),
  ];
  expect(failureToAcquire(attempts)).toEqual({
    bonaFide: { errors: 1, total: 2, value: 0.5 },
    attacks: {
      screen: { errors: 0, total: 1, value: 0 },
      print: { errors: 1, total: 1, value: 1 },
    },
    environments: {
      a: { errors: 1, total: 3, value: 1 / 3 },
      b: { errors: 1, total: 1, value: 1 },
    },
  });
});

it('leaves out a class that was not presented', () => {
  expect(failureToAcquire([presented(true, 'screen', 'a')])).not.toHaveProperty('bonaFide');
});
