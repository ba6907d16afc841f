import { type Augmentation, applyGamma, compressTo, darkenFace, dim, halve } from './augment.ts';

/** A way in which pictures get worse and keep the truth of their label: models are measured under it and never learn from it. */
export interface Alteration {
  readonly id: string;
  readonly alter: Augmentation;
}

/** Under what captures are measured besides as they are. */
export const ALTERATIONS: readonly Alteration[] = [
  { id: 'half-resolution', alter: halve },
  { id: 'jpeg-40', alter: compressTo(40) },
  { id: 'gamma-0.5', alter: applyGamma(0.5) },
  { id: 'gamma-1.8', alter: applyGamma(1.8) },
  // A third of the light of a room, and the noise of a small sensor that turns up its gain.
  { id: 'dark', alter: dim(0.35, 3) },
  // Less than half of the light from the face alone; skin types V and VI reflect about half of what types I and II do.
  { id: 'dark-skin', alter: darkenFace(0.45) },
];

/** A call over a thin and over an ordinary line. Encoders blur and still, so that people look more like injected pictures. */
export interface Line {
  readonly id: string;
  readonly kbits: number;
}

/** Captures and injected attacks are measured over each; the objections to injected captures learn from them, too. */
export const LINES: readonly Line[] = [
  { id: 'call-150', kbits: 150 },
  { id: 'call-500', kbits: 500 },
];

const LEARNT_BY_OBJECTIONS: ReadonlySet<string> = new Set(['', ...LINES.map(({ id }) => id)]);

/** Whether objections to injected captures learn from captures under this condition. */
export function isLearntByObjections(condition: string): boolean {
  return LEARNT_BY_OBJECTIONS.has(condition);
}
