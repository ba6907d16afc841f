import type { Appearance } from '@vivant/engine/check';
import { apcerOf, bpcer, type Rate } from './error-rates.ts';
import type { ScoredAttempt } from './scored-attempt.ts';

/** A judged attempt with what its face looked like. */
export interface SeenAttempt extends ScoredAttempt {
  readonly appearance?: Appearance;
}

/** Error rates of the attempts whose faces are alike in one respect. */
export interface Slice {
  readonly property: 'face size' | 'brightness' | 'skin tone';
  readonly range: string;
  readonly bpcer: Rate | null;
  readonly apcer: Rate | null;
}

interface Property {
  readonly name: Slice['property'];
  readonly valueOf: (appearance: Appearance) => number | undefined;
  /** Ascending; the last has no upper bound. */
  readonly ranges: readonly { readonly label: string; readonly below: number }[];
}

const PROPERTIES: readonly Property[] = [
  {
    name: 'face size',
    valueOf: ({ interocularPx }) => interocularPx,
    ranges: [
      { label: 'eyes below 40 px apart', below: 40 },
      { label: '40 to 80 px', below: 80 },
      { label: 'from 80 px', below: Infinity },
    ],
  },
  {
    name: 'brightness',
    valueOf: ({ faceLuma }) => faceLuma,
    ranges: [
      { label: 'face luma below 60', below: 60 },
      { label: '60 to 120', below: 120 },
      { label: 'from 120', below: Infinity },
    ],
  },
  {
    // Bounds of the classes of Chardon et al. 1991 between brown and tan, intermediate and light.
    name: 'skin tone',
    valueOf: ({ skinToneDeg }) => skinToneDeg,
    ranges: [
      { label: 'ITA below 10°: brown and dark', below: 10 },
      { label: '10° to 41°: tan and intermediate', below: 41 },
      { label: 'from 41°: light', below: Infinity },
    ],
  },
];

/** Error rates at the threshold by face size, brightness and skin tone; empty slices are left out. */
export function sliceByAppearance(attempts: readonly SeenAttempt[], threshold: number): readonly Slice[] {
  return PROPERTIES.flatMap(({ name, valueOf, ranges }) =>
    ranges.flatMap(({ label, below }, at) => {
      const from = ranges[at - 1]?.below ?? -Infinity;
      const members = attempts.filter(({ appearance }) => {
        const value = appearance && valueOf(appearance);
        return value !== undefined && value >= from && value < below;
      });
      if (members.length === 0) return [];
      const rates = { bpcer: bpcer(members, threshold) ?? null, apcer: apcerOf(members, threshold) ?? null };
      return [{ property: name, range: label, ...rates }];
    }),
  );
}
