import { describe, expect, it } from 'vitest';
import { systemRuntime } from './runtime.ts';

describe('the system runtime', () => {
  it('makes different UUIDs of version 4', () => {
    const ids = Array.from({ length: 100 }, systemRuntime.newId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('pauses at least as long as it is told', async () => {
    for (const milliseconds of [1, 5, 20]) {
      const start = performance.now();
      await systemRuntime.pause(milliseconds, undefined);
      expect(performance.now() - start).toBeGreaterThanOrEqual(milliseconds);
    }
  });

  it('ends a pause with the reason of the signal, before and during it', async () => {
    const reason = new Error('enough');
    await expect(systemRuntime.pause(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const abort = new AbortController();
    const pause = systemRuntime.pause(60_000, abort.signal);
    abort.abort(reason);
    await expect(pause).rejects.toBe(reason);
  });
});
