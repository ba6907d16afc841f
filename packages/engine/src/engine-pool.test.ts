import { getEventListeners } from 'node:events';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CheckRequest,
  type Engine,
  EngineBusyError,
  EngineStoppedError,
  WorkerCrashedError,
} from './check.ts';
import { createEngine, type EnginePoolOptions } from './engine-pool.ts';
import type { WorkerScript } from './testing/scripted-worker.ts';

const workerFile = createRequire(import.meta.url).resolve('@vivant/engine/testing/scripted-worker');
const netPaths = {
  'face-detector': '',
  'face-mesh': '',
  minifasnet: '',
  'fr-liveness': '',
  'fr-feature': '',
};

const engines: Engine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));

async function startEngine(options: Partial<EnginePoolOptions> = {}): Promise<Engine> {
  const engine = createEngine({ netPaths, models: [], workers: 1, workerFile, ...options });
  engines.push(engine);
  await engine.start();
  return engine;
}

/** A one-frame request whose flag byte lives in shared memory: the worker and the test see each other's writes. */
function scripted(script: WorkerScript): { request: CheckRequest; flag: Uint8Array } {
  const flag = new Uint8Array(new SharedArrayBuffer(1));
  const frame = { index: 0, timestampMs: 0, image: { width: 1, height: 1, data: flag } };
  return { request: { modelId: script, frames: [frame] }, flag };
}

describe('engine pool', () => {
  it('judges checks and is ready once its workers have loaded', async () => {
    const engine = await startEngine({ workers: 2 });
    expect(engine.ready).toBe(true);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => engine.check(scripted('judge').request)),
    );
    expect(outcomes.every((outcome) => outcome.kind === 'judged')).toBe(true);
  });

  it('retries a check once when its worker dies, on a new worker', async () => {
    const lost: number[] = [];
    const engine = await startEngine({ onWorkerLost: () => lost.push(1) });
    await expect(engine.check(scripted('crash-once').request)).resolves.toMatchObject({ kind: 'judged' });
    expect(lost).toHaveLength(1);
  });

  it('fails a check that takes two workers down, and still serves the next', async () => {
    const engine = await startEngine();
    const doomed = engine.check(scripted('crash').request);
    const next = engine.check(scripted('judge').request);
    await expect(doomed).rejects.toBeInstanceOf(WorkerCrashedError);
    await expect(next).resolves.toMatchObject({ kind: 'judged' });
  });

  it('ends a check that hangs', async () => {
    const engine = await startEngine({ checkTimeoutMs: 50 });
    await expect(engine.check(scripted('hang').request)).rejects.toBeInstanceOf(WorkerCrashedError);
    await expect(engine.check(scripted('judge').request)).resolves.toMatchObject({ kind: 'judged' });
  });

  it('passes an analysis error on and keeps the worker', async () => {
    const lost: number[] = [];
    const engine = await startEngine({ onWorkerLost: () => lost.push(1) });
    await expect(engine.check(scripted('fail').request)).rejects.toThrow('scripted failure');
    await expect(engine.check(scripted('judge').request)).resolves.toMatchObject({ kind: 'judged' });
    expect(lost).toHaveLength(0);
  });

  it('refuses checks beyond the queue bound and takes them again when there is room', async () => {
    const engine = await startEngine({ queueLengthMax: 1 });
    const running = scripted('wait');
    const first = engine.check(running.request);
    const second = engine.check(scripted('judge').request);
    await expect(engine.check(scripted('judge').request)).rejects.toBeInstanceOf(EngineBusyError);
    running.flag[0] = 1;
    await Promise.all([first, second]);
    await expect(engine.check(scripted('judge').request)).resolves.toMatchObject({ kind: 'judged' });
  });

  it('forgets a queued check whose caller went away', async () => {
    const engine = await startEngine({ queueLengthMax: 1 });
    const running = scripted('wait');
    const first = engine.check(running.request);
    const caller = new AbortController();
    const abandoned = engine.check(scripted('judge').request, caller.signal);
    caller.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    const third = engine.check(scripted('judge').request);
    running.flag[0] = 1;
    await expect(Promise.all([first, third])).resolves.toHaveLength(2);
  });

  it('leaves nothing of a check with a signal that outlives it', async () => {
    const engine = await startEngine();
    const { signal } = new AbortController();
    await engine.check(scripted('judge').request, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects everything unfinished when it stops, and stops twice without harm', async () => {
    const engine = await startEngine();
    const unfinished = Promise.allSettled([
      engine.check(scripted('wait').request),
      engine.check(scripted('judge').request),
    ]);
    await Promise.all([engine.stop(), engine.stop()]);
    for (const result of await unfinished) {
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(EngineStoppedError);
    }
    expect(engine.ready).toBe(false);
    await expect(engine.check(scripted('judge').request)).rejects.toBeInstanceOf(EngineStoppedError);
  });

  it('does not start when a worker cannot load its nets', async () => {
    const engine = createEngine({ netPaths, models: [], workers: 1 });
    engines.push(engine);
    await expect(engine.start()).rejects.toThrow('could not load');
  });
});
