import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EngineStoppedError } from './check.ts';
import { createEngine } from './engine-pool.ts';
import { loadModels } from './models.ts';
import { drawPortrait, placeOn } from './testing/drawn-portrait.ts';
import { testNetPaths } from './testing/test-weights.ts';

const MODELS_DIR = fileURLToPath(new URL('../../../models', import.meta.url));

it('stops in the middle of a check without taking the process along', async () => {
  const [netPaths, models] = await Promise.all([testNetPaths(), loadModels(MODELS_DIR)]);
  const image = placeOn(640, 480, drawPortrait(400), 100, 40);
  const frames = Array.from({ length: 10 }, (_, index) => ({ index, timestampMs: index * 60, image }));
  // Nothing tells when a net runs: a thread that is terminated instead takes the process along in some of the rounds.
  for (let round = 0; round < 6; round++) {
    const engine = createEngine({ netPaths, models, workers: 1 });
    await engine.start();
    const [first, second] = [
      engine.check({ modelId: 'mixed-10-v2', frames }),
      engine.check({ modelId: 'mixed-10-v2', frames }),
    ];
    const outcome = Promise.allSettled([second]);
    await expect(first).resolves.toMatchObject({ kind: 'judged' });
    await engine.stop();
    expect((await outcome)[0]).toMatchObject({ status: 'rejected', reason: expect.any(EngineStoppedError) });
  }
});
