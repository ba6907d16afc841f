import type { SequenceFrame } from './sequence-signal.ts';

/** Differences in time of a capture that are needed for a median. */
export const DIFFERENCES_MIN = 6;

/**
 * What the frames before and after do not foretell of a frame, value by value: steady motion and slow changes of light
 * cancel. Frames with a gap to a neighbour are left out.
 * @param values one array a frame, all of one length
 */
export function secondDifferences(
  frames: readonly SequenceFrame[],
  values: readonly Float32Array[],
): Float32Array[] {
  const differences: Float32Array[] = [];
  for (let at = 1; at + 1 < frames.length; at++) {
    if (frames[at + 1]!.index - frames[at - 1]!.index !== 2) continue;
    const [before, after] = [values[at - 1]!, values[at + 1]!];
    differences.push(values[at]!.map((value, i) => value - (before[i]! + after[i]!) / 2));
  }
  return differences;
}
