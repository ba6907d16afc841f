import { createScriptedEngine, judged } from '@vivant/engine/testing/scripted-engine';
import { describe, expect, it } from 'vitest';
import type { Attempt } from './dataset/read-attempts.ts';
import { type JudgeOptions, judgeAttempts } from './judge.ts';

async function* attemptsOf(count: number): AsyncGenerator<Attempt, void, undefined> {
  for (let index = 0; index < count; index += 1) {
    const label = { id: `a${index}`, bonaFide: true, species: '', environment: 'room', subject: 'p1' };
    yield { label, frames: [{ index: 0, timestampMs: index, bytes: new Uint8Array(1) }] };
  }
}

function optionsWith(engine: JudgeOptions['engine'], signal = new AbortController().signal): JudgeOptions {
  let clockMs = 0;
  return { engine, modelId: '10', inFlight: 2, signal, now: () => (clockMs += 5) };
}

describe('judgeAttempts', () => {
  it('gives the results in the order of reading, with score, reasons, frames and duration', async () => {
    const engine = createScriptedEngine();
    engine.script((request) => judged(request, { realScore: request.frames[0]!.timestampMs / 10 }));
    const results = await judgeAttempts(attemptsOf(5), { ...optionsWith(engine), inFlight: 1 });
    expect(results.map(({ id }) => id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    expect(results[4]).toEqual({
      id: 'a4',
      bonaFide: true,
      species: '',
      environment: 'room',
      subject: 'p1',
      acquired: true,
      score: 0.4,
      reasons: [],
      signals: { 'minifasnet@2.7': 0.4 },
      bytesPerFrame: 1,
      frames: 1,
      durationMs: 5,
    });
  });

  it('never has more checks under way than asked', async () => {
    const engine = createScriptedEngine();
    const release = engine.hold();
    const judging = judgeAttempts(attemptsOf(5), optionsWith(engine));
    await engine.begun(2);
    await new Promise(setImmediate);
    expect(engine.inferences).toHaveLength(2);
    release();
    expect(await judging).toHaveLength(5);
  });

  it('keeps attempts without a score apart, with what the frames were lost to', async () => {
    const engine = createScriptedEngine();
    const counts = { framesRequired: 1, framesReceived: 1, framesUsable: 0 };
    engine.script((request) =>
      request.frames[0]!.timestampMs === 0
        ? { kind: 'insufficient', ...counts, rejections: { 'too-dark': 1 } }
        : { kind: 'undecodable', frameIndex: 0, cause: 'corrupt' },
    );
    const results = await judgeAttempts(attemptsOf(2), optionsWith(engine));
    expect(results).toMatchObject([
      { id: 'a0', acquired: false, causes: { 'too-dark': 1 } },
      { id: 'a1', acquired: false, causes: { undecodable: 1 } },
    ]);
  });

  it('refuses an engine whose verdict contradicts the threshold', async () => {
    const engine = createScriptedEngine();
    engine.script((request) => judged(request, { realScore: 0.9, verdict: 'fake' }));
    await expect(judgeAttempts(attemptsOf(1), optionsWith(engine))).rejects.toThrow('contradicts');
  });

  it('fails with the engine’s error and closes the attempts', async () => {
    const engine = createScriptedEngine();
    engine.script(new Error('worker lost'));
    const attempts = attemptsOf(5);
    await expect(judgeAttempts(attempts, optionsWith(engine))).rejects.toThrow('worker lost');
    expect(await attempts.next()).toEqual({ done: true, value: undefined });
  });

  it('starts no further check after an abort', async () => {
    const engine = createScriptedEngine();
    const stop = new AbortController();
    engine.script((request) => {
      stop.abort(new Error('stopped'));
      return judged(request);
    });
    const options = { ...optionsWith(engine, stop.signal), inFlight: 1 };
    await expect(judgeAttempts(attemptsOf(5), options)).rejects.toThrow('stopped');
    expect(engine.inferences).toHaveLength(1);
  });
});
