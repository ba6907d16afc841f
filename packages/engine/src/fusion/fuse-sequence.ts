import type { SequenceCoefficients } from './sequence-coefficients.ts';

type Term = SequenceCoefficients['terms'][number];

/** What a sequence signal measured; `values` is absent when the capture showed too little. */
export interface SequenceReading {
  readonly signal: string;
  readonly features: readonly string[];
  readonly values: Float32Array | undefined;
}

/** Log-odds that each reading adds, in their order; a reading without values says nothing. */
export function fuseSequence(terms: readonly Term[], readings: readonly SequenceReading[]): number[] {
  return readings.map(({ signal, features, values }) => {
    if (!values) return 0;
    return terms
      .filter((term) => term.signal === signal)
      .reduce((sum, term) => sum + evidenceOf(term, values[features.indexOf(term.feature)]!), 0);
  });
}

function evidenceOf({ mean, deviation, weight, low, high }: Term, value: number): number {
  return weight * Math.min(Math.max((value - mean) / deviation, low), high);
}
