/** The part of a signal that names reasons. */
interface ReasonSource {
  readonly reasons: { readonly fake: string; readonly live: string };
}

const REASONS_MAX = 3;

/**
 * Names the signals that decided, strongest first.
 * @param contributions log-odds of each signal, in the order of `signals`
 */
export function reasonsFor(
  signals: readonly ReasonSource[],
  contributions: readonly number[],
  isLive: boolean,
): string[] {
  const direction = isLive ? 1 : -1;
  return signals
    .map(({ reasons }, at) => ({ reasons, support: contributions[at]! * direction }))
    .filter(({ support }) => support > 0)
    .toSorted((a, b) => b.support - a.support)
    .slice(0, REASONS_MAX)
    .map(({ reasons }) => (isLive ? reasons.live : reasons.fake));
}
