import { expect, it } from 'vitest';
import { pairBySpecies } from './species-pairing.ts';
import { attempt } from './testing/sample-attempts.ts';

it('compares a species with the bona fide of the environments in which it was tested', () => {
  const inA = attempt(0.9, '', 'a');
  const inB = attempt(0.8, '', 'b');
  const screen = attempt(0.1, 'screen', 'a');
  const print = attempt(0.2, 'print', 'b');
  expect(pairBySpecies([inA, inB, screen, print])).toEqual([
    { species: 'print', attempts: [print, inB], bonaFideFrom: 'same-environments' },
    { species: 'screen', attempts: [screen, inA], bonaFideFrom: 'same-environments' },
  ]);
});

it('falls back to all bona fide, and says so, when the attacked environments hold none', () => {
  const genuine = attempt(0.9, '', 'a');
  const mask = attempt(0.1, 'mask', 'b');
  expect(pairBySpecies([genuine, mask])).toEqual([
    { species: 'mask', attempts: [mask, genuine], bonaFideFrom: 'all' },
  ]);
});
