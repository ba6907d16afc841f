import { expect, it } from 'vitest';
import { createFrameGate } from './frame-gate-pool.ts';
import { drawPortrait, placeOn } from './testing/drawn-portrait.ts';
import { testNetPaths } from './testing/test-weights.ts';

const PICTURE = placeOn(640, 480, drawPortrait(400), 100, 40);

it('stops in the middle of its work without taking the process along', async () => {
  const netPaths = await testNetPaths();
  // A thread that is terminated instead takes the process along in one run of three of these rounds.
  for (let round = 0; round < 10; round++) {
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
    await expect(frames[round % 3]).resolves.toMatchObject({ kind: 'passed' });
    await gate.stop();
    const last = (await outcomes).at(-1);
    expect(last?.status).toBe('rejected');
  }
});
