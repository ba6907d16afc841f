import { type ObjectionRule, objectionOf } from '@vivant/engine/fusion/objection';
import { type AttemptShape, scoredWindows } from './attempts.ts';
import type { ScoredRow } from './leave-one-out.ts';
import type { UnseenScores } from './measure-model.ts';
import { type SequenceEvidence, windowKey } from './score-sequences.ts';

/**
 * What a second fusion that may only object adds to a model: to captures as evidence of the whole, to stills frame by frame.
 * @param doubts unseen scores of the same rows by the second fusion
 */
export function addObjections(
  scores: readonly UnseenScores[],
  evidence: SequenceEvidence,
  doubts: readonly UnseenScores[],
  rule: ObjectionRule,
  shape: AttemptShape,
): { scores: UnseenScores[]; evidence: SequenceEvidence } {
  const all = doubts.flatMap(({ rows }) => rows);
  const doubtOf = new Map(all.map(({ row, logOdds }) => [row, logOdds]));
  const added = new Map(evidence);
  for (const { row, window, logOdds } of scoredWindows(all, shape)) {
    const key = windowKey(row, window);
    added.set(key, (added.get(key) ?? 0) + objectionOf(logOdds, rule));
  }
  const object = (scored: ScoredRow): ScoredRow => {
    if (scored.row.sequence !== '') return scored;
    return { ...scored, logOdds: scored.logOdds + objectionOf(doubtOf.get(scored.row)!, rule) };
  };
  return { scores: scores.map((one) => ({ ...one, rows: one.rows.map(object) })), evidence: added };
}
