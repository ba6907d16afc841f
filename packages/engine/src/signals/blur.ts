import { textureSquare } from '../image/pixel-rect.ts';
import { patchLuma, resamplePatch } from '../image/rgb-patch.ts';
import { type EdgeEnergy, measureEdges } from '../numeric/edges.ts';
import { halve } from '../numeric/haar.ts';
import type { FrameSignal } from './frame-signal.ts';

const SIDE = 128;
/** Energy of rounding to whole bytes, in squared bytes: keeps the ratios of a flat patch at one. */
const ENERGY_FLOOR = 0.05;

/**
 * How fast detail fades from coarse to fine: a recaptured face passed two lenses and a pixel grid. Every value is a
 * ratio of energies of one patch scaled to the face, so that contrast and camera resolution mostly cancel.
 */
export const blur: FrameSignal = {
  id: 'blur',
  features: ['fine-to-medium', 'medium-to-coarse', 'fine-roughness', 'medium-roughness'],
  reasons: { fake: 'unnatural_sharpness', live: 'natural_sharpness' },
  needs: [],
  compute({ image, face }) {
    const patch = resamplePatch(image, textureSquare(face.box, image), SIDE);
    const finePlane = patchLuma(patch);
    const mediumPlane = halve(finePlane, SIDE);
    const fine = measureEdges(finePlane, SIDE);
    const medium = measureEdges(mediumPlane, SIDE / 2);
    const coarse = measureEdges(halve(mediumPlane, SIDE / 2), SIDE / 4);
    return Float32Array.of(
      logRatio(fine.laplacian, medium.laplacian),
      logRatio(medium.laplacian, coarse.laplacian),
      roughness(fine),
      roughness(medium),
    );
  },
};

/** Second over first derivative: high when edges are only a pixel wide. */
function roughness({ laplacian, gradient }: EdgeEnergy): number {
  return logRatio(laplacian, gradient);
}

function logRatio(a: number, b: number): number {
  return Math.log((a + ENERGY_FLOOR) / (b + ENERGY_FLOOR));
}
