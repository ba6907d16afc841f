import type { ScoredAttempt } from '../scored-attempt.ts';

type Sample = readonly [score: number, species: '' | 'screen' | 'print', environment: string];

const SAMPLES: readonly Sample[] = [
  [0.91, '', 'a'],
  [0.83, '', 'a'],
  [0.7, '', 'a'],
  [0.66, '', 'b'],
  [0.66, '', 'b'],
  [0.65, '', 'b'],
  [0.4, '', 'c'],
  [0.88, '', 'c'],
  [0.97, '', 'c'],
  [0.52, '', 'c'],
  [0.12, 'screen', 'a'],
  [0.4, 'screen', 'a'],
  [0.66, 'screen', 'b'],
  [0.3, 'screen', 'b'],
  [0.65, 'screen', 'c'],
  [0.05, 'screen', 'c'],
  [0.7, 'screen', 'c'],
  [0.02, 'print', 'a'],
  [0.45, 'print', 'b'],
  [0.65, 'print', 'b'],
  [0.21, 'print', 'b'],
];

/**
 * Ten bona fide and eleven attacks of two species in three environments, with ties within and between the
 * classes and on the threshold. The golden figures in the tests come from numpy 2.4 and scipy 1.17.
 */
export const SAMPLE_ATTEMPTS: readonly ScoredAttempt[] = SAMPLES.map(
  ([score, species, environment], index) => ({
    score,
    bonaFide: species === '',
    species,
    environment,
    subject: `${environment}-p${index % 2}`,
  }),
);

/** An attempt with the given score; a bona fide one unless a species is named. */
export function attempt(score: number, species = '', environment = 'room'): ScoredAttempt {
  return { score, bonaFide: species === '', species, environment, subject: 'p1' };
}
