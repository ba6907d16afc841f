import type { FusionRecipe } from './fit-fusion.ts';
import type { SequenceRecipe } from './fit-sequence.ts';

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
    videoWeight: 1,
    penalty: 20,
    objections: [{ signal: 'pad-logits-fast', ...SECOND_OPINION }],
  },
  {
    id: 'compact',
    species: SPECIES,
    signals: ['pad-logits', 'pad-layers', 'ring-colour', 'blur', 'noise', 'spectrum'],
    videoWeight: 1,
    penalty: 20,
    objections: [{ signal: 'pad-logits', ...SECOND_OPINION }],
  },
  {
    // The legacy models: what the nets say at their output, nothing else.
    id: 'logits',
    species: SPECIES,
    signals: ['pad-logits'],
    videoWeight: 1,
    penalty: 0.01,
    objections: [{ signal: 'pad-logits', ...SECOND_OPINION }],
  },
  {
    // Exactly 72 values of a frame: 4 log-odds, 17 of colour, 4 + 8 + 8 of sharpness, noise and spectrum, 20 + 11 of texture and tone.
    id: 'spatial',
    species: SPECIES,
    signals: ['pad-logits', 'ring-colour', 'blur', 'noise', 'spectrum', 'face-texture', 'face-tone'],
    videoWeight: 1,
    penalty: 1,
    objections: [{ signal: 'pad-logits', ...SECOND_OPINION }],
  },
  {
    // An objector of the models with face-swap signals, see decisions/055.
    id: 'face-swap',
    species: ['face_swap'],
    signals: ['swap-layers'],
    videoWeight: 2,
    penalty: 0.3,
    objections: [],
  },
];

/** What a capture as a whole shows; model manifests name the file `<id>.sequence.json`. */
export const SEQUENCE_RECIPES: readonly SequenceRecipe[] = [
  {
    id: 'motion',
    terms: [
      { signal: 'ring-motion', feature: 'correlation', weight: -0.3, centre: 0.5, low: -2, high: 2 },
      { signal: 'ring-motion', feature: 'relative', weight: 0.3, centre: 0.5, low: -2, high: 2 },
    ],
  },
];
