import type { SequenceCoefficients, SequenceObjection } from './sequence-coefficients.ts';

type Term = SequenceCoefficients['terms'][number];

/** What a sequence signal measured; `values` is absent when the capture showed too little. */
export interface SequenceReading {
  readonly signal: string;
  readonly features: readonly string[];
  readonly values: Float32Array | undefined;
}

/** What one signal or one objection added to the log-odds. */
export interface SequenceEvidence {
  /** Id of the signal or of the objection. */
  readonly id: string;
  readonly isObjection: boolean;
  readonly logOdds: number;
}

/** Ids of the signals that coefficients speak of, each once. */
export function signalsOf({ terms, objections = [] }: SequenceCoefficients): string[] {
  const named = [...terms, ...objections.flatMap(({ features }) => features)];
  return [...new Set(named.map(({ signal }) => signal))];
}

/** Evidence of every signal that has terms, and then of every objection; 0 where nothing could be measured. */
export function fuseSequence(
  { terms, objections = [] }: SequenceCoefficients,
  readings: readonly SequenceReading[],
): SequenceEvidence[] {
  const read = ({ signal, feature }: { signal: string; feature: string }) => {
    const reading = readings.find((one) => one.signal === signal);
    return reading?.values?.[reading.features.indexOf(feature)];
  };
  const bySignal = [...new Set(terms.map(({ signal }) => signal))].map((id) => ({
    id,
    isObjection: false,
    logOdds: sum(terms.filter(({ signal }) => signal === id).map((term) => evidenceOf(term, read(term)))),
  }));
  const byObjection = objections.map((objection) => ({
    id: objection.id,
    isObjection: true,
    logOdds: object(objection, objection.features.map(read)),
  }));
  return [...bySignal, ...byObjection];
}

function evidenceOf({ mean, deviation, weight, low, high }: Term, value: number | undefined): number {
  if (value === undefined) return 0;
  return weight * Math.min(Math.max((value - mean) / deviation, low), high);
}

function object(objection: SequenceObjection, values: readonly (number | undefined)[]): number {
  const { features, intercept, clip, scale, most } = objection;
  const measured = values.filter((value) => value !== undefined).length;
  if (2 * measured < values.length) return 0;
  const logOdds = features.map(({ mean, deviation, weight }, at) => {
    const value = values[at] ?? mean;
    return weight * Math.min(Math.max((value - mean) / deviation, -clip), clip);
  });
  return Math.max(-most, scale * Math.min(0, intercept + sum(logOdds)));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
