import { expect, it } from 'vitest';
import { collectionTimeoutMs } from './collection-timeout.ts';

it.each([
  [30, 10, false, 30_000],
  [30, 10, true, 45_000],
  [30, 30, false, 51_962],
  [30, 90, false, 90_000],
  [30, 90, true, 135_000],
  [30, 120, true, 155_885],
  [30, 250, true, 180_000],
  [10, 30, false, 17_321],
])('%i s for ten, %i frames, face checks %s: %i ms', (seconds, frames, faceGate, expected) => {
  expect(collectionTimeoutMs(seconds, frames, faceGate)).toBe(expected);
});
