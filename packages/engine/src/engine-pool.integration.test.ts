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
  const frames = Array.from({ length: 40 }, (_, index) => ({ index, timestampMs: index * 60, image }));
  const request = { modelId: 'mixed-10-v2', frames };
  const pacer = createEngine({ netPaths, models, workers: 1 });
  await pacer.start();
  // A thread that is terminated instead takes the process along when a net runs, as it does in most of these rounds.
  for (let round = 1; round <= 6; round++) {
    const engine = createEngine({ netPaths, models, workers: 1 });
    await engine.start();
    const outcome = Promise.allSettled([engine.check(request)]);
    // Somewhere within the check: a shorter one beside it has ended.
    await pacer.check({ ...request, frames: frames.slice(0, 1 + (round % 3)) });
    await engine.stop();
    expect((await outcome)[0]).toMatchObject({ status: 'rejected', reason: expect.any(EngineStoppedError) });
  }
  await pacer.stop();
});
