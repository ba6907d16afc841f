/** Share of the scores in each of `bins` equal steps of 0..1, the last one closed at 1; all 0 for no scores. */
export function histogram(scores: readonly number[], bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const score of scores) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(score * bins)));
    counts[bin] = counts[bin]! + 1;
  }
  return counts.map((count) => (scores.length === 0 ? 0 : count / scores.length));
}
