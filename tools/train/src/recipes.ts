import type { FusionRecipe } from './fit-fusion.ts';

/** The frame fusions that are trained; model manifests name the file `<id>.coefficients.json`. */
export const RECIPES: readonly FusionRecipe[] = [
  { id: 'fast', signals: ['pad-logits-fast', 'pad-layers-fast'], penalty: 20 },
  {
    id: 'compact',
    signals: ['pad-logits', 'pad-layers', 'ring-colour', 'blur', 'noise', 'spectrum'],
    penalty: 20,
  },
];
