import type { Appearance } from '../check.ts';
import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import { mean } from '../numeric/statistics.ts';
import type { QualityMeasures } from '../quality/measures.ts';
import { measureSkinTone } from '../quality/skin-tone.ts';

/** How a face looks in one frame. */
export function appearanceOf(image: Raster, face: Face, measures: QualityMeasures): Appearance {
  const { interocularPx, faceShare, centreOffset, faceLuma, sharpness } = measures;
  const skinToneDeg = measureSkinTone(image, face.landmarks);
  const tone = skinToneDeg !== undefined && { skinToneDeg };
  return { interocularPx, faceShare, centreOffset, faceLuma, sharpness, ...tone };
}

/** Mean of each measure over the frames that have it. */
export function meanAppearance(frames: readonly Appearance[]): Appearance {
  const meanOf = (pick: (frame: Appearance) => number) => mean(frames.map(pick));
  const tones = frames.flatMap(({ skinToneDeg }) => skinToneDeg ?? []);
  return {
    interocularPx: meanOf((frame) => frame.interocularPx),
    faceShare: meanOf((frame) => frame.faceShare),
    centreOffset: meanOf((frame) => frame.centreOffset),
    faceLuma: meanOf((frame) => frame.faceLuma),
    sharpness: meanOf((frame) => frame.sharpness),
    ...(tones.length > 0 && { skinToneDeg: mean(tones) }),
  };
}
