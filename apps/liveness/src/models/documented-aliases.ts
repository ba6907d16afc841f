/** Frame counts a caller may ask for with `X-Model-Version`. */
export const FRAME_COUNTS = [10, 30, 60, 90, 120] as const;

/** Frame counts of the V3 family. */
export const V3_FRAME_COUNTS = [10, 30, 60] as const;

/** Frame counts of the V3.1 family. */
export const V3_1_FRAME_COUNTS = [10, 30, 60, 90] as const;

/** The model of a request that names none. */
export const DEFAULT_ALIAS = '10';

/** Every alias of the public catalogue, shipped in this deployment or not. */
export const DOCUMENTED_ALIASES: ReadonlySet<string> = new Set([
  DEFAULT_ALIAS,
  '50',
  '50-v1',
  '250',
  ...FRAME_COUNTS.map((count) => `mixed-${count}`),
  ...FRAME_COUNTS.map((count) => `mixed-${count}-v2`),
  ...V3_FRAME_COUNTS.map((count) => `mixed-${count}-v3`),
  ...V3_1_FRAME_COUNTS.map((count) => `mixed-${count}-v3_1`),
  ...FRAME_COUNTS.map((count) => `mixed-${count}-v3_1_1`),
  ...FRAME_COUNTS.map((count) => `hybrid-v2-${count}`),
]);
