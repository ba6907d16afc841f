/**
 * Quantile of ascending values at `share` (0..1), linear between neighbours (Hyndman and Fan type 7, the
 * default of numpy and R). @throws RangeError on an empty list
 */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  if (ascending.length === 0) throw new RangeError('A quantile needs at least one value.');
  const position = share * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below]!;
  const high = ascending[Math.ceil(position)]!;
  return low + (position - below) * (high - low);
}
