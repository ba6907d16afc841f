/** Bytes that are not a readable TFLite model: truncated, out of bounds or inconsistent. */
export class TfliteFormatError extends Error {
  override readonly name = 'TfliteFormatError';
}
