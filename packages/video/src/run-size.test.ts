import { describe, expect, it } from 'vitest';
import { frameSideMax } from './run-size.ts';

describe('frameSideMax', () => {
  it.each([10, 30, 60, 90, 120, 250])('keeps a run of %i frames within 192 MiB', (framesRequired) => {
    const side = frameSideMax(framesRequired);
    expect(side * side * 3 * framesRequired).toBeLessThanOrEqual(192 * 1024 * 1024);
    expect(side).toBeGreaterThanOrEqual(480);
    expect(side).toBeLessThanOrEqual(1280);
  });
});
