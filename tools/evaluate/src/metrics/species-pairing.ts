import { type ScoredAttempt, speciesOf } from './scored-attempt.ts';

/** Attacks of one species beside the bona fide attempts they are compared with. */
export interface SpeciesPairing {
  readonly species: string;
  readonly attempts: readonly ScoredAttempt[];
  /** Where the bona fide come from; `all` when the attacked environments hold none. */
  readonly bonaFideFrom: 'same-environments' | 'all';
}

/**
 * One pairing for each species. The bona fide are those of the environments in which the species was tested:
 * against people from other rooms, a camera or a codec could pass for the difference between live and spoof.
 */
export function pairBySpecies(attempts: readonly ScoredAttempt[]): readonly SpeciesPairing[] {
  const bonaFide = attempts.filter((attempt) => attempt.bonaFide);
  return speciesOf(attempts).map((species) => {
    const attacks = attempts.filter((attempt) => !attempt.bonaFide && attempt.species === species);
    const environments = new Set(attacks.map((attack) => attack.environment));
    const sameRooms = bonaFide.filter((attempt) => environments.has(attempt.environment));
    return sameRooms.length > 0
      ? { species, attempts: [...attacks, ...sameRooms], bonaFideFrom: 'same-environments' }
      : { species, attempts: [...attacks, ...bonaFide], bonaFideFrom: 'all' };
  });
}
