import { randomUUID } from 'node:crypto';
import { encodePng } from '@vivant/engine/image/testing/encode-png';
import { testFrames } from './fast-check-request.ts';

/** The frame of a stream request. */
export type TestFrame = ReturnType<typeof testFrames>[number];

/** A request to any check, with the given body. */
export function checkRequest(
  apiKey: string,
  url: string,
  payload: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  return { method: 'POST' as const, url, headers: { 'x-api-key': apiKey, ...headers }, payload };
}

/** One stream request for each of `count` frames of a new session, with the given differences. */
export function streamRequests(
  apiKey: string,
  { count = 10, ...body }: { count?: number } & Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const session_id = randomUUID();
  return testFrames(count).map((frame) =>
    checkRequest(apiKey, '/api/v1/fast-check-stream', { session_id, frame, ...body }, headers),
  );
}

/** A grey PNG of the given size in base64. */
export function greyPng(width: number, height: number): string {
  const samples = Array<number>(width * height).fill(128);
  return encodePng({ width, height, kind: 'gray', bits: 8, samples }).toString('base64');
}

/** A face mesh of `count` points, all in the middle. */
export function testMesh(count = 478): number[][] {
  return Array.from({ length: count }, () => [0.5, 0.5, 0]);
}
