import type { FusionRecipe } from './fit-fusion.ts';

/**
 * fr_liveness hardly tells screens, so the fit gives it no weight; but masks and prints, of which the training set has
 * none or one kind, are where it is sure. Below -7 lies under 1 % of the genuine frames of any training room.
 */
const SECOND_OPINION = { feature: 'fr-liveness@2.7', below: -7, weight: 0.4 } as const;

/** What a single frame can show. */
const SPECIES = ['screen', 'print'] as const;

/** The frame fusions that are trained; model manifests name the file `<id>.coefficients.json`. */
export const RECIPES: readonly FusionRecipe[] = [
  {
    id: 'fast',
    species: SPECIES,
    signals: ['pad-logits-fast', 'pad-layers-fast'],
    penalty: 20,
    objections: [{ signal: 'pad-logits-fast', ...SECOND_OPINION }],
  },
  {
    id: 'compact',
    species: SPECIES,
    signals: ['pad-logits', 'pad-layers', 'ring-colour', 'blur', 'noise', 'spectrum'],
    penalty: 20,
    objections: [{ signal: 'pad-logits', ...SECOND_OPINION }],
  },
];
