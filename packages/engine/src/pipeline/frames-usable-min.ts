/** Share of `framesRequired` that must be usable before a capture is judged. */
const USABLE_SHARE_MIN = 0.7;

/** How many usable frames a model of that length needs to judge a capture. */
export function framesUsableMin(framesRequired: number): number {
  return Math.ceil(framesRequired * USABLE_SHARE_MIN);
}
