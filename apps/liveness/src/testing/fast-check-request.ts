import { randomUUID } from 'node:crypto';

/** A one-pixel PNG: the scripted engine looks at no pixels. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** `count` frames at 30 frames a second, from a moment on. */
export function testFrames(
  count: number,
  startMs = 0,
): { index: number; timestamp_ms: number; pixels: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    timestamp_ms: startMs + (index * 1000) / 30,
    pixels: PIXELS,
  }));
}

/** A fast-check request of a new session with the frames its model needs, and the given differences. */
export function fastCheckRequest(
  apiKey: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return {
    method: 'POST' as const,
    url: '/api/v1/fast-check',
    headers: { 'x-api-key': apiKey, ...headers },
    payload: { session_id: randomUUID(), frames: testFrames(10), ...body },
  };
}
