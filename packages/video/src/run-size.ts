/** Pixels of all frames of one run together: RGB, they take three times as many bytes, 192 MiB. */
const RUN_PIXELS_MAX = 64 * 1024 * 1024;

/** Beyond it a face gains nothing for the nets, which look at crops of at most 256 pixels. */
const SIDE_MAX = 1280;

/** The longest side at which frames are judged, so that a run of `framesRequired` square frames fits into 192 MiB. */
export function frameSideMax(framesRequired: number): number {
  return Math.min(SIDE_MAX, Math.floor(Math.sqrt(RUN_PIXELS_MAX / framesRequired)));
}
