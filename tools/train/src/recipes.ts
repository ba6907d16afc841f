import type { FusionRecipe } from './fit-fusion.ts';
import type { ObjectionRecipe, SequenceRecipe, SequenceTerm } from './fit-sequence.ts';

/**
 * fr_liveness hardly tells screens, so the fit gives it no weight; but masks and prints, of which the training set has
 * none or one kind, are where it is sure. Below -7 lies under 1 % of the genuine frames of any training room.
 */
const SECOND_OPINION = { id: 'print_texture', feature: 'fr-liveness@2.7', below: -7, weight: 1 } as const;

/**
 * Where both nets are sure of a person, they may say so: on cameras that are no webcams the fitted texture is not at home.
 * 6 and 11 % of the screens of two rooms of thirteen reach both bounds, by 1.3 at most, and none of the others', nor a print or a
 * mask; genuine videos and portraits do to four fifths and more, see decisions/059.
 */
const AGREEMENT = {
  id: 'nets_agree',
  features: [
    { feature: 'minifasnet@2.7', above: 0 },
    { feature: 'fr-liveness@2.7', above: 6 },
  ],
  weight: 0.3,
  most: 4,
} as const;

/** What the nets say at their outputs beyond what is fitted. */
function outputsOf(signal: string): Pick<FusionRecipe, 'objections' | 'endorsements'> {
  return { objections: [{ signal, ...SECOND_OPINION }], endorsements: [{ signal, ...AGREEMENT }] };
}

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
    videoWeight: 0.5,
    penalty: 50,
    scale: 1.7,
    ...outputsOf('pad-logits-fast'),
  },
  {
    id: 'compact',
    species: SPECIES,
    signals: ['pad-logits', 'pad-layers', 'ring-colour', 'blur', 'noise', 'spectrum'],
    videoWeight: 0.7,
    penalty: 100,
    scale: 3,
    ...outputsOf('pad-logits'),
  },
  {
    // The legacy models: what the nets say at their output, nothing else.
    id: 'logits',
    species: SPECIES,
    signals: ['pad-logits'],
    videoWeight: 1,
    penalty: 0.01,
    scale: 1,
    ...outputsOf('pad-logits'),
  },
  {
    // Exactly 72 values of a frame: 4 log-odds, 17 of colour, 4 + 8 + 8 of sharpness, noise and spectrum, 20 + 11 of texture and tone.
    id: 'spatial',
    species: SPECIES,
    signals: ['pad-logits', 'ring-colour', 'blur', 'noise', 'spectrum', 'face-texture', 'face-tone'],
    videoWeight: 1,
    penalty: 1,
    scale: 1,
    ...outputsOf('pad-logits'),
  },
  {
    // An objector of the models with face-swap signals, see decisions/055.
    id: 'face-swap',
    species: ['face_swap'],
    signals: ['swap-layers'],
    videoWeight: 10,
    penalty: 0.1,
    scale: 1,
    ignoresAltered: true,
    leftOutTogether: SHARED_FACES,
    objections: [],
    endorsements: [],
  },
];

/** A screen moves with the face on it. It also does when a genuine phone is held in the hand: soft evidence. */
const RING: readonly SequenceTerm[] = [
  { signal: 'ring-motion', feature: 'correlation', weight: -0.1, centre: 0.5, low: -2, high: 2 },
  { signal: 'ring-motion', feature: 'relative', weight: 0.1, centre: 0.5, low: -2, high: 2 },
];

/**
 * A screen brings the grain of its own camera to the face, and hardly any to the frame around it. Ten frames are too few to
 * see much motion, so that this counts for more there, see decisions/058. It never speaks against: encoders of video still a
 * background that does not move, as a screen's frame is still.
 */
const GRAIN: readonly SequenceTerm[] = [
  { signal: 'frame-noise', feature: 'ring-to-face', weight: 0.4, centre: 0.5, low: 0, high: 2 },
];

/** Of ten frames: motion by half, and grain. */
const SHORT: readonly SequenceTerm[] = [
  ...RING.map((term) => ({ ...term, weight: term.weight / 2 })),
  ...GRAIN.map((term) => ({ ...term, weight: 0.3 })),
];

/** A picture that is shown again and again moves as a plane, and its mesh keeps its shape. */
const STILL: ObjectionRecipe = {
  id: 'injected_still',
  species: 'injected_still',
  features: [
    'face-rigidity/residual',
    'face-rigidity/residual-high',
    'mesh-motion/residual',
    'mesh-motion/slow-residual',
    'mesh-motion/jitter',
    'repetition/return-ratio',
  ],
  margin: 0.7,
  scale: 1.5,
  most: 3,
};

/** What a frame's neighbours do not foretell: a still has it from whoever added it, or none. Ten frames are too few for it. */
const withGrain = (recipe: ObjectionRecipe): ObjectionRecipe => ({
  ...recipe,
  features: [...recipe.features, 'frame-noise/face', 'frame-noise/ring-to-face'],
});

/** Nor does it blink, speak or turn in depth. */
const LIFELESS: ObjectionRecipe = {
  ...STILL,
  margin: 0.3,
  scale: 2,
  features: [...STILL.features, 'mesh-motion/lid-range', 'mesh-motion/lip-range', 'mesh-motion/turn'],
};

/** A short video in a loop comes back to pictures that it has shown. */
const LOOP: ObjectionRecipe = {
  id: 'injected_loop',
  species: 'injected_loop',
  features: [
    'repetition/return-share',
    'repetition/return-ratio',
    'repetition/same-share',
    'repetition/change',
  ],
  margin: 0.3,
  scale: 1.5,
  most: 3,
};

/** Weak evidence: on the few seconds of a check a pulse is hardly more than chance, see decisions/056. */
const PULSE: readonly SequenceTerm[] = [
  { signal: 'pulse', feature: 'snr', weight: 0.03, centre: 0.5, low: -1, high: 1 },
];

/** What a capture as a whole shows; model manifests name the file `<id>.sequence.json`. */
export const SEQUENCE_RECIPES: readonly SequenceRecipe[] = [
  // Follows no points: the fast model.
  { id: 'grain', frames: 10, terms: GRAIN, objections: [] },
  { id: 'motion-short', frames: 10, terms: SHORT, objections: [] },
  { id: 'motion', frames: 30, terms: RING, objections: [withGrain(STILL), LOOP] },
  { id: 'life', frames: 30, terms: RING, objections: [withGrain(LIFELESS), LOOP] },
  // A third of a second is too short for a person to move, and for a loop to come round.
  { id: 'life-short', frames: 10, terms: SHORT, objections: [{ ...LIFELESS, margin: 0.7, scale: 1 }] },
  { id: 'motion-pulse', frames: 30, terms: [...RING, ...PULSE], objections: [withGrain(STILL), LOOP] },
  // Centred at 30 frames, as hardly a capture of ten is long enough for a pulse.
  { id: 'motion-pulse-short', frames: 30, terms: [...SHORT, ...PULSE], objections: [] },
  {
    id: 'forensics',
    frames: 30,
    terms: [...RING, ...PULSE],
    objections: [
      { ...withGrain(LIFELESS), margin: 0.2, scale: 2.5, most: 4 },
      { ...LOOP, most: 4 },
    ],
  },
  { id: 'forensics-short', frames: 10, terms: SHORT, objections: [{ ...LIFELESS, margin: 0.7, scale: 1.5 }] },
];
