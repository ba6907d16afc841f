import { expect, it } from 'vitest';
import { createFrameGate } from './frame-gate-pool.ts';
import { encodePng } from './image/encode.ts';
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

it('looks at no frame whose turn comes over two seconds late', async () => {
  const gate = createFrameGate({ netPaths: await testNetPaths(), workers: 1 });
  await gate.start();
  const image = { format: 'png', data: await encodePng(PICTURE) } as const;
  const request = { streamId: 'a', image, faceGate: true, greyBackground: true, losslessBytesMax: 1e9 };
  const passages = await Promise.all(Array.from({ length: 600 }, () => gate.pass(request)));
  expect(passages[0]!.kind).toBe('passed');
  expect(passages.at(-1)!.kind).toBe('late');
  expect((await gate.pass(request)).kind).toBe('passed');
  await gate.stop();
});
