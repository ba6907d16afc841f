import { patchLuma } from '../image/rgb-patch.ts';
import { mean, median } from '../numeric/statistics.ts';
import { DIFFERENCES_MIN, secondDifferences } from './frame-differences.ts';
import { PATCH_SIDE, type SequenceSignal } from './sequence-signal.ts';

/** Levels: what rounding to bytes leaves of a row of a patch. */
const FLOOR = 0.02;

/**
 * Light that comes and goes between frames: of the whole picture (the backlight of a screen, mains light) and in bands.
 * A rolling shutter reads rows one after the other, so a backlight that pulses lies in rows and never in columns.
 */
export const flicker: SequenceSignal = {
  id: 'flicker',
  /** Logarithms: levels of the whole, of its colour, of its rows, and of rows over columns. */
  features: ['light', 'colour', 'bands', 'rows-to-columns'],
  reasons: { fake: 'screen_flicker', live: 'steady_light' },
  followsPoints: false,
  compute(frames) {
    const lumas = frames.map(({ patch }) => patchLuma(patch));
    const changes = secondDifferences(frames, lumas);
    if (changes.length < DIFFERENCES_MIN) return undefined;
    const colours = frames.map(({ patch }) => Float32Array.of(mean(patch.red) - mean(patch.blue)));
    const colourChanges = secondDifferences(frames, colours);
    const rows = changes.map((change) => profileSpread(change, (x, y) => y * PATCH_SIDE + x));
    const columns = changes.map((change) => profileSpread(change, (y, x) => y * PATCH_SIDE + x));
    const bands = logOf(median(rows));
    return Float32Array.of(
      logOf(median(changes.map((change) => Math.abs(mean(change))))),
      logOf(median(colourChanges.map(([change]) => Math.abs(change!)))),
      bands,
      bands - logOf(median(columns)),
    );
  },
};

/** Deviation of the means of the lines of a plane from each other. */
function profileSpread(plane: Float32Array, placeOf: (along: number, line: number) => number): number {
  const means = new Float64Array(PATCH_SIDE);
  for (let line = 0; line < PATCH_SIDE; line++) {
    for (let along = 0; along < PATCH_SIDE; along++)
      means[line]! += plane[placeOf(along, line)]! / PATCH_SIDE;
  }
  const centre = mean(means);
  return Math.sqrt(mean(means.map((value) => (value - centre) ** 2)));
}

function logOf(value: number): number {
  return Math.log(value + FLOOR);
}
