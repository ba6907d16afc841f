/** Public reason codes by signal: what it says when it speaks against, and for, a live person. */
const REASON_BY_SIGNAL: Readonly<Record<string, { fake: string; live: string }>> = {
  'pad-logits': { fake: 'spoof_texture', live: 'natural_texture' },
  'pad-logits-fast': { fake: 'spoof_texture', live: 'natural_texture' },
  'pad-layers-fast': { fake: 'recapture_texture', live: 'natural_skin' },
  'pad-layers': { fake: 'recapture_texture', live: 'natural_skin' },
  'ring-colour': { fake: 'screen_colour', live: 'consistent_colour' },
  blur: { fake: 'unnatural_sharpness', live: 'natural_sharpness' },
  noise: { fake: 'recapture_noise', live: 'sensor_noise' },
  spectrum: { fake: 'screen_pattern', live: 'natural_spectrum' },
};
const REASONS_MAX = 3;

/**
 * Names the signals that decided, strongest first.
 * @param contributions log-odds of each signal, in the order of `signalIds`
 */
export function reasonsFor(
  signalIds: readonly string[],
  contributions: readonly number[],
  isLive: boolean,
): string[] {
  const direction = isLive ? 1 : -1;
  return signalIds
    .map((id, at) => ({ id, support: contributions[at]! * direction }))
    .filter(({ support }) => support > 0)
    .toSorted((a, b) => b.support - a.support)
    .slice(0, REASONS_MAX)
    .map(({ id }) => REASON_BY_SIGNAL[id]?.[isLive ? 'live' : 'fake'] ?? id);
}
