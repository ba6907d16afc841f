import { framesUsableMin } from '@vivant/engine/pipeline/frames-usable-min';

/**
 * Cuts the usable frames of a capture into windows of consecutive frames, by number; those with too few are left out.
 * @param step frames of the capture from one of those given to the next
 */
export function windowsOf<T extends { readonly index: number }>(
  frames: readonly T[],
  framesRequired: number,
  step = 1,
): ReadonlyMap<number, readonly T[]> {
  const windows = new Map<number, T[]>();
  for (const frame of frames.toSorted((a, b) => a.index - b.index)) {
    const number = Math.floor(frame.index / framesRequired);
    windows.set(number, [...(windows.get(number) ?? []), frame]);
  }
  return new Map(
    [...windows].filter(([, window]) => window.length * step >= framesUsableMin(framesRequired)),
  );
}
