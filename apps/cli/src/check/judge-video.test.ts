import { createScriptedEngine, judged } from '@vivant/engine/testing/scripted-engine';
import { describe, expect, it } from 'vitest';
import type { VideoPicture } from '../video-picture.ts';
import { judgeVideo } from './judge-video.ts';

async function* pictures(count: number): AsyncGenerator<VideoPicture> {
  for (let index = 0; index < count; index++) {
    yield { index, timestampMs: index * 40, width: 1, height: 1, data: new Uint8Array(3) };
  }
}

async function judge(count: number, engine = createScriptedEngine()) {
  await engine.start();
  const judgement = await judgeVideo(pictures(count), { engine, modelId: 'm', framesRequired: 4 });
  return { judgement, engine };
}

describe('judgeVideo', () => {
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
