import { expect, it } from 'vitest';
import { createFrameGate } from './frame-gate-pool.ts';
import { drawPortrait, placeOn } from './testing/drawn-portrait.ts';
import { testNetPaths } from './testing/test-weights.ts';

const PICTURE = placeOn(320, 240, drawPortrait(240), 40, 0);

it('stops in the middle of its work without taking the process along', async () => {
  const netPaths = await testNetPaths();
  for (let round = 0; round < 3; round++) {
    const gate = createFrameGate({ netPaths, workers: 1 });
    await gate.start();
    const frames = Array.from({ length: 10 }, () =>
      gate.pass({
        streamId: 'a',
        image: { format: 'rgb', ...PICTURE },
        faceGate: true,
        greyBackground: true,
        losslessBytesMax: 0,
      }),
    );
    const outcomes = Promise.allSettled(frames);
    await expect(frames[0]).resolves.toMatchObject({ kind: 'passed' });
    await gate.stop();
    const last = (await outcomes).at(-1);
    expect(last?.status).toBe('rejected');
  }
});
