import { describe, expect, it } from 'vitest';
import { createScriptedEngine, judged } from '../testing/scripted-engine.ts';
import { judgeRuns, mergeDiagnostics, type VideoPicture } from './judge-runs.ts';

async function* pictures(count: number): AsyncGenerator<VideoPicture> {
  for (let index = 0; index < count; index++) {
    yield { index, timestampMs: index * 40, width: 1, height: 1, data: new Uint8Array(3) };
  }
}

async function judge(count: number, engine = createScriptedEngine(), frameCount?: number) {
  await engine.start();
  const judgement = await judgeRuns(pictures(count), {
    engine,
    modelId: 'm',
    framesRequired: 4,
    ...(frameCount !== undefined && { frameCount }),
  });
  return { judgement, engine };
}

describe('judgeRuns', () => {
  it('judges runs of consecutive frames with their real timestamps, and stops after three', async () => {
    const { judgement, engine } = await judge(40);
    expect(judgement).toMatchObject({ kind: 'judged', verdict: 'live' });
    expect(engine.inferences.map(({ frames }) => frames.map(({ index }) => index))).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9, 10, 11],
    ]);
    expect(engine.inferences[2]!.frames.map(({ timestampMs }) => timestampMs)).toEqual([320, 360, 400, 440]);
  });

  const firstFrames = (engine: ReturnType<typeof createScriptedEngine>) =>
    engine.inferences.map(({ frames }) => frames[0]!.index);

  it('spreads its runs from the first to the last frame of a video whose length it knows', async () => {
    const { engine } = await judge(100, createScriptedEngine(), 100);
    expect(firstFrames(engine)).toEqual([0, 48, 96]);
  });

  it.each([
    { frames: 7, starts: [0] },
    { frames: 8, starts: [0, 4] },
    { frames: 11, starts: [0, 7] },
    { frames: 12, starts: [0, 4, 8] },
  ])('never judges a frame twice: $frames frames', async ({ frames, starts }) => {
    const { engine } = await judge(frames, createScriptedEngine(), frames);
    expect(firstFrames(engine)).toEqual(starts);
  });

  it('goes on with the next frames where it finds no face', async () => {
    const engine = createScriptedEngine();
    engine.script((request) =>
      request.frames[0]!.index < 12
        ? { kind: 'insufficient', framesRequired: 4, framesReceived: 4, framesUsable: 0, rejections: {} }
        : judged(request),
    );
    await judge(100, engine, 100);
    expect(firstFrames(engine)).toEqual([0, 4, 8, 12, 48, 96]);
  });

  it('looks at no frame beyond those it was told of', async () => {
    const { engine } = await judge(1000, createScriptedEngine(), 10);
    expect(firstFrames(engine)).toEqual([0, 6]);
    const short = await judge(1000, createScriptedEngine(), 3);
    expect(short.engine.inferences.map(({ frames }) => frames.length)).toEqual([3]);
  });

  it('gives up on a long video without a face', async () => {
    const engine = createScriptedEngine();
    engine.script({
      kind: 'insufficient',
      framesRequired: 4,
      framesReceived: 4,
      framesUsable: 0,
      rejections: {},
    });
    const { judgement } = await judge(1000, engine, 1000);
    expect(judgement.kind).toBe('insufficient');
    expect(engine.inferences).toHaveLength(60);
  });

  it('averages the log-odds of its runs', async () => {
    const engine = createScriptedEngine();
    const scores = [0.9, 0.5, 0.1];
    engine.script((request) => judged(request, { realScore: scores.shift()! }));
    const { judgement } = await judge(12, engine);
    expect(judgement).toMatchObject({ kind: 'judged', verdict: 'fake' });
    expect(judgement.kind === 'judged' && judgement.realScore).toBeCloseTo(0.5, 9);
  });

  it('passes over runs that cannot be judged and tells of the best when none can', async () => {
    const engine = createScriptedEngine();
    const usable = [1, 2, 0];
    engine.script(({ frames }) => ({
      kind: 'insufficient',
      framesRequired: 4,
      framesReceived: frames.length,
      framesUsable: usable.shift()!,
      rejections: { 'no-face': 2 },
    }));
    const { judgement } = await judge(10, engine);
    expect(judgement).toMatchObject({ kind: 'insufficient', best: { framesUsable: 2 } });
  });

  it('tells how far a video without frames is from enough', async () => {
    const { judgement } = await judge(0);
    expect(judgement).toMatchObject({ kind: 'insufficient', best: { framesRequired: 4, framesReceived: 0 } });
  });
});

describe('mergeDiagnostics', () => {
  const run = (framesScored: number, signals: Record<string, number>, reasons: string[]) => {
    const outcome = judged({ modelId: 'm', frames: [] });
    const diagnostics = {
      framesReceived: 4,
      framesUsable: 3,
      framesScored,
      rejections: { 'no-face': 1 },
      signals,
      reasons,
    };
    return { ...outcome, diagnostics };
  };

  it('adds counts up, weighs signals by their frames and says how many runs there were', () => {
    const merged = mergeDiagnostics([run(3, { a: 1, b: 2 }, ['x', 'y']), run(1, { a: 0 }, ['y', 'z'])]);
    expect(merged).toEqual({
      framesReceived: 8,
      framesUsable: 6,
      framesScored: 4,
      rejections: { 'no-face': 2 },
      signals: { a: 0.75, b: 2 },
      reasons: ['x', 'y', 'z'],
      runs: 2,
    });
  });
});
