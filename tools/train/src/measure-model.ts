import { calibrate, OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { AlteredResult, ModelResult } from '@vivant/engine/model-manifest';
import { byEnvironment } from '@vivant/evaluate/metrics/environments';
import type { Rate } from '@vivant/evaluate/metrics/error-rates';
import { type Estimates, estimateFigures } from '@vivant/evaluate/metrics/figures';
import { type ScoredAttempt, speciesOf } from '@vivant/evaluate/metrics/scored-attempt';
import { type AttemptShape, frameAttempts, windowAttempts } from './attempts.ts';
import type { Calibration } from './calibration.ts';
import type { ScoredRow } from './leave-one-out.ts';
import type { SequenceEvidence } from './score-sequences.ts';

/** Scores of frames that the fusion had not seen, and how that was ensured. */
export interface UnseenScores {
  readonly protocol: ModelResult['protocol'];
  readonly split: ModelResult['split'];
  readonly rows: readonly ScoredRow[];
}

const BOOTSTRAP = { seed: 1, resamples: 1_000, level: 0.95 };

/** Figures of a model for every species, as attempts of the model's length where there are sequences, and as single frames. */
export function measureModel(
  shape: AttemptShape,
  calibration: Calibration,
  scores: readonly UnseenScores[],
  evidence: SequenceEvidence,
): ModelResult[] {
  return measureUnder('', shape, calibration, scores, evidence);
}

/** The same under every condition that captures were altered to. */
export function measureAltered(
  shape: AttemptShape,
  calibration: Calibration,
  scores: readonly UnseenScores[],
  evidence: SequenceEvidence,
): AlteredResult[] {
  const conditions = new Set(scores.flatMap(({ rows }) => rows.map(({ row }) => row.condition)));
  conditions.delete('');
  return [...conditions].flatMap((condition) =>
    measureUnder(condition, shape, calibration, scores, evidence).map((result) => ({ condition, ...result })),
  );
}

function measureUnder(
  condition: string,
  shape: AttemptShape,
  calibration: Calibration,
  scores: readonly UnseenScores[],
  evidence: SequenceEvidence,
): ModelResult[] {
  return scores.flatMap(({ protocol, split, rows: all }) => {
    const rows = all.filter(({ row }) => row.condition === condition);
    return [
      { framesPerAttempt: shape.framesRequired, attempts: windowAttempts(rows, shape, evidence) },
      { framesPerAttempt: 1, attempts: frameAttempts(rows.filter(({ row }) => row.sequence === '')) },
    ].flatMap(({ framesPerAttempt, attempts }) =>
      speciesOf(attempts).map((species) => {
        const compared = comparable(attempts, species).map((attempt) => ({
          ...attempt,
          score: calibrate(attempt.score, calibration),
        }));
        return { protocol, split, species, framesPerAttempt, ...figures(compared) };
      }),
    );
  });
}

/** Attacks of one species against the bona fide of the environments in which that species was captured. */
function comparable(attempts: readonly ScoredAttempt[], species: string): ScoredAttempt[] {
  const attacks = attempts.filter((attempt) => attempt.species === species);
  const environments = new Set(attacks.map(({ environment }) => environment));
  const bonaFide = attempts.filter((attempt) => attempt.bonaFide && environments.has(attempt.environment));
  return [...bonaFide, ...attacks];
}

type Figures = Omit<ModelResult, 'protocol' | 'split' | 'species' | 'framesPerAttempt'>;

function figures(attempts: readonly ScoredAttempt[]): Figures {
  const estimates = estimateFigures(attempts, OPERATING_THRESHOLD, BOOTSTRAP);
  const rooms = byEnvironment(attempts, OPERATING_THRESHOLD);
  const bonaFide = attempts.filter((attempt) => attempt.bonaFide).length;
  return {
    attempts: { bonaFide, attack: attempts.length - bonaFide },
    environments: new Set(attempts.map(({ environment }) => environment)).size,
    auc: estimateOf(estimates, 'auc'),
    eer: estimateOf(estimates, 'eer'),
    apcer: estimateOf(estimates, 'apcer'),
    bpcer: estimateOf(estimates, 'bpcer'),
    bpcerAtApcer5: estimateOf(estimates, 'bpcerAtApcer5'),
    bpcerAtApcer10: estimateOf(estimates, 'bpcerAtApcer10'),
    worstEnvironment: {
      apcer: worst(rooms.flatMap(({ apcer }) => Object.values(apcer))),
      bpcer: worst(rooms.flatMap(({ bpcer }) => bpcer ?? [])),
    },
  };
}

function worst(rates: readonly Rate[]): number {
  return round(Math.max(0, ...rates.map(({ value }) => value)));
}

function estimateOf(estimates: Estimates, name: keyof Estimates): Figures['auc'] {
  const estimate = estimates[name];
  if (!estimate) throw new Error(`${name} needs attempts of both classes`);
  const { value, interval } = estimate;
  return {
    value: round(value),
    interval: interval && { low: round(interval.low), high: round(interval.high) },
  };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
