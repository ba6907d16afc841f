import type { Box } from '../face/face.ts';
import { luma } from '../image/luma.ts';
import { clipBox, type PixelRect, scaleBox } from '../image/pixel-rect.ts';
import type { Raster } from '../image/raster.ts';

/** How the face and the room are lit. */
export interface Exposure {
  readonly faceLuma: number;
  readonly backgroundLuma: number;
  readonly faceDarkShare: number;
  readonly faceBrightShare: number;
}

/** Skin without the outline of the face. */
const FACE_SCALE = 0.8;
/** Beyond hair and shoulders. */
const BACKGROUND_INNER_SCALE = 2.5;
const SAMPLES_MAX = 4000;
/** Luma at which a camera's noise or its clipping takes over (video black and white with a margin). */
const DARK_LUMA = 24;
const BRIGHT_LUMA = 240;

interface LumaStatistics {
  readonly mean: number;
  readonly darkShare: number;
  readonly brightShare: number;
}

/** Measures luma of the face and of what lies well outside it; without an outside the face stands for both. */
export function measureExposure(image: Raster, box: Box): Exposure {
  const everything = { left: 0, top: 0, right: image.width, bottom: image.height };
  const face = measureLuma(image, clipBox(scaleBox(box, FACE_SCALE), image));
  const background = measureLuma(image, everything, clipBox(scaleBox(box, BACKGROUND_INNER_SCALE), image));
  return {
    faceLuma: face?.mean ?? 0,
    backgroundLuma: background?.mean ?? face?.mean ?? 0,
    faceDarkShare: face?.darkShare ?? 0,
    faceBrightShare: face?.brightShare ?? 0,
  };
}

function measureLuma(image: Raster, area: PixelRect, hole?: PixelRect): LumaStatistics | undefined {
  const pixels = (area.right - area.left) * (area.bottom - area.top);
  const step = Math.max(1, Math.ceil(Math.sqrt(pixels / SAMPLES_MAX)));
  let count = 0;
  let sum = 0;
  let dark = 0;
  let bright = 0;
  for (let y = area.top; y < area.bottom; y += step) {
    const crossesHole = hole !== undefined && y >= hole.top && y < hole.bottom;
    for (let x = area.left; x < area.right; x += step) {
      if (crossesHole && x >= hole.left && x < hole.right) continue;
      const at = (y * image.width + x) * 3;
      const value = luma(image.data[at]!, image.data[at + 1]!, image.data[at + 2]!);
      count++;
      sum += value;
      if (value < DARK_LUMA) dark++;
      if (value > BRIGHT_LUMA) bright++;
    }
  }
  if (count === 0) return undefined;
  return { mean: sum / count, darkShare: dark / count, brightShare: bright / count };
}
