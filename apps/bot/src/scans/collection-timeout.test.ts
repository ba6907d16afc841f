import { expect, it } from 'vitest';
import { collectionTimeoutMs } from './collection-timeout.ts';

it.each([
  [10, false, 30_000],
  [10, true, 45_000],
  [30, false, 51_962],
  [90, false, 90_000],
  [90, true, 135_000],
  [120, true, 155_885],
  [250, true, 180_000],
])('%i frames, face checks %s: %i ms', (frames, faceGate, expected) => {
  expect(collectionTimeoutMs(frames, faceGate)).toBe(expected);
});
