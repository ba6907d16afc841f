import type { FusionRecipe } from './fit-fusion.ts';
import type { SequenceRecipe, SequenceTerm } from './fit-sequence.ts';

/**
 * fr_liveness hardly tells screens, so the fit gives it no weight; but masks and prints, of which the training set has
 * none or one kind, are where it is sure. Below -7 lies under 1 % of the genuine frames of any training room.
 */
const SECOND_OPINION = { feature: 'fr-liveness@2.7', below: -7, weight: 0.4 } as const;

/** What a single frame can show. */
const SPECIES = ['screen', 'print'] as const;

/**
 * Subjects of the data set `pad` of whose clips one shows, as the target of its swap or as its own, a face that is in the
 * other's too: found by looking. Other data sets name their subjects otherwise, and nothing is joined there.
 */
const SHARED_FACES = [
  ['dfl_U', 'dfl_V'],
  ['dfl_AI', 'dfl_AM'],
] as const;

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
    videoWeight: 10,
    penalty: 0.3,
    leftOutTogether: SHARED_FACES,
    objections: [],
  },
];

/** A screen moves with the face on it. It also does when a genuine phone is held in the hand: soft evidence. */
const RING: readonly SequenceTerm[] = [
  { signal: 'ring-motion', feature: 'correlation', weight: -0.15, centre: 0.5, low: -2, high: 2 },
  { signal: 'ring-motion', feature: 'relative', weight: 0.15, centre: 0.5, low: -2, high: 2 },
];

/** Pictures that come back, and faces that move as a plane: below a quarter of the genuine captures they object. */
const INJECTED: readonly SequenceTerm[] = [
  { signal: 'face-rigidity', feature: 'residual', weight: 0.5, centre: 0.25, low: -5, high: 0 },
  { signal: 'repetition', feature: 'return-share', weight: -0.3, centre: 0.9, low: 0, high: 5 },
];

/** A mesh that keeps its shape, lids and all. */
const STILL_FACE: readonly SequenceTerm[] = [
  { signal: 'mesh-motion', feature: 'slow-residual', weight: 0.3, centre: 0.25, low: -4, high: 0 },
  { signal: 'mesh-motion', feature: 'lid-range', weight: 0.15, centre: 0.25, low: -4, high: 0 },
  { signal: 'mesh-motion', feature: 'turn', weight: 0.15, centre: 0.25, low: -4, high: 0 },
];

/** What v3_1_1 has against injected pictures and loops in place of {@link INJECTED}: the same, with twice the say. */
const FORENSICS: readonly SequenceTerm[] = [
  { signal: 'face-rigidity', feature: 'residual', weight: 1, centre: 0.25, low: -5, high: 0 },
  { signal: 'repetition', feature: 'return-share', weight: -0.6, centre: 0.9, low: 0, high: 5 },
];

/** Weak evidence: on the few seconds of a check a pulse is hardly more than chance, see decisions/056. */
const PULSE: readonly SequenceTerm[] = [
  { signal: 'pulse', feature: 'snr', weight: 0.03, centre: 0.5, low: -1, high: 1 },
];

/** What a capture as a whole shows; model manifests name the file `<id>.sequence.json`. */
export const SEQUENCE_RECIPES: readonly SequenceRecipe[] = [
  { id: 'motion', frames: 30, terms: [...RING, ...INJECTED] },
  { id: 'life', frames: 30, terms: [...RING, ...INJECTED, ...STILL_FACE] },
  { id: 'life-short', frames: 10, terms: [...RING, ...INJECTED, ...STILL_FACE] },
  { id: 'motion-pulse', frames: 30, terms: [...RING, ...INJECTED, ...PULSE] },
  { id: 'forensics', frames: 30, terms: [...RING, ...FORENSICS, ...STILL_FACE, ...PULSE] },
  { id: 'forensics-short', frames: 10, terms: [...RING, ...FORENSICS, ...STILL_FACE] },
];
