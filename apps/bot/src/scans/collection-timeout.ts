const TEN_FRAMES_MS = 30_000;
/** With more checks fewer frames pass. */
const FACE_GATE_FACTOR = 1.5;
const TIMEOUT_MS_MAX = 180_000;

/** How long frames of one participant may be collected, in milliseconds: 30 s for 10 frames without face checks. */
export function collectionTimeoutMs(framesRequired: number, faceGate: boolean): number {
  const growing = TEN_FRAMES_MS * Math.sqrt(framesRequired / 10) * (faceGate ? FACE_GATE_FACTOR : 1);
  return Math.min(Math.round(growing), TIMEOUT_MS_MAX);
}
