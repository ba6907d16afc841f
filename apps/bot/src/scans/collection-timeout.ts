/** With more checks fewer frames pass. */
const FACE_GATE_FACTOR = 1.5;
const TIMEOUT_MS_MAX = 180_000;

/**
 * How long frames of one participant may be collected, in milliseconds.
 *
 * @param tenFramesSeconds for 10 frames without face checks; the deployment's, 30 by default
 */
export function collectionTimeoutMs(
  tenFramesSeconds: number,
  framesRequired: number,
  faceGate: boolean,
): number {
  const growing =
    tenFramesSeconds * 1000 * Math.sqrt(framesRequired / 10) * (faceGate ? FACE_GATE_FACTOR : 1);
  return Math.min(Math.round(growing), TIMEOUT_MS_MAX);
}
