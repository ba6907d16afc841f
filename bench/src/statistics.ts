/** Middle of a list, or the mean of its two middles. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear quantile, `share` 0..1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = Math.floor(position);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (position - low);
}
