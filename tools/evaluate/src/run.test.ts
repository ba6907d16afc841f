import type { Model } from '@vivant/engine/models';
import { describe, expect, it } from 'vitest';
import { readDataset } from './dataset/dataset.ts';
import { type ManifestCells, range, sequenceRows } from './dataset/testing/manifest-text.ts';
import { type EvaluationTools, evaluate } from './run.ts';
import { datasetFolder } from './testing/dataset-folder.ts';
import { sampleModel } from './testing/sample-model.ts';
import { createScoringEngine } from './testing/scoring-engine.ts';

const ATTACK = { label: 'attack', species: 'screen' };
const ROWS = [
  ...sequenceRows('live-a', range(0, 3), { environment: 'a' }),
  ...sequenceRows('live-b', range(0, 1), { environment: 'b' }),
  ...sequenceRows('spoof-a', range(0, 3), { environment: 'a', ...ATTACK }),
  ...sequenceRows('spoof-b', range(0, 1), { environment: 'b', ...ATTACK }),
  ...sequenceRows('elsewhere', range(0, 9), { environment: 'a', split: 'train' }),
  { path: 'still.jpg', environment: 'a' },
  { path: 'dark.jpg', environment: 'a' },
];
const CONTENT: Readonly<Record<string, string>> = {
  'live-a/000.jpg': '0.9',
  'live-a/002.jpg': '0.6',
  'live-b/000.jpg': '0.8',
  'spoof-a/000.jpg': '0.1',
  'spoof-a/002.jpg': '0.7',
  'spoof-b/000.jpg': '0.2',
  'still.jpg': '0.95',
  'dark.jpg': 'dark',
};

const VIDEO = { path: 'one-frame.mp4', environment: 'a' };

async function* oneFrame() {
  yield { index: 0, timestampMs: 0, width: 1, height: 1, data: new Uint8Array(3) };
}

async function evaluateModels(
  models: readonly Model[],
  tools: Partial<EvaluationTools> = {},
  moreRows: readonly ManifestCells[] = [],
) {
  const contentOf = ({ path }: ManifestCells) => CONTENT[path] ?? 'not first';
  const dataset = await readDataset(await datasetFolder([...ROWS, ...moreRows], contentOf));
  const engine = createScoringEngine();
  const running = evaluate(
    { dataset, split: 'dev', models, seed: 3 },
    {
      createEngine: async () => engine,
      workers: 1,
      readVideo: oneFrame,
      engineVersion: '9.9.9',
      signal: new AbortController().signal,
      now: () => 0,
      today: () => new Date(0),
      onProgress: () => undefined,
      ...tools,
    },
  );
  return { running, engine, dataset };
}

describe('evaluate', () => {
  it('states what was measured, on what, and how', async () => {
    const { running, dataset } = await evaluateModels([sampleModel('two', 2)]);
    expect(await running).toMatchObject({
      formatVersion: 2,
      kind: 'self-test',
      createdAt: '1970-01-01T00:00:00.000Z',
      engineVersion: '9.9.9',
      dataset: { name: 'captures', version: dataset.version, split: 'dev' },
      threshold: 0.65,
      bootstrap: { unit: 'environment', resamples: 1_000, level: 0.95, seed: 3 },
      models: [{ id: 'two', framesRequired: 2, coefficientsVersion: 'sample-1', notMeasured: null }],
    });
  });

  it('judges windows of the split with the model and stills with its variant, in series of their own', async () => {
    const { running, engine } = await evaluateModels([sampleModel('two', 2)]);
    const [windows, stills] = (await running).models[0]!.series;
    expect(windows).toMatchObject({
      attempts: 'windows',
      framesPerAttempt: 2,
      counts: { judged: 6, notAcquired: 0, capturesTooShort: 0, environments: 2 },
      bonaFide: { errors: 1, total: 3 },
      species: [{ species: 'screen', apcer: { errors: 1, total: 3 } }],
    });
    expect(stills).toMatchObject({
      attempts: 'stills',
      framesPerAttempt: 1,
      counts: { judged: 1, notAcquired: 1 },
      species: [],
      failureToAcquire: { bonaFide: { errors: 1, total: 2 }, causes: { 'too-dark': 1 } },
    });
    const asked = engine.inferences.map(({ modelId, frames }) => `${modelId} ${frames.length}`);
    expect(asked).toEqual([...Array.from({ length: 6 }, () => 'two 2'), 'two@still 1', 'two@still 1']);
  });

  it('says that captures are too short for a model instead of leaving it out', async () => {
    const { running } = await evaluateModels([sampleModel('five', 5)]);
    const [model] = (await running).models;
    expect(model?.notMeasured).toEqual({ cause: 'captures-too-short', framesLongest: 4 });
    expect(model?.series.map(({ attempts }) => attempts)).toEqual(['stills']);
  });

  it('counts the captures that are too short, videos among them', async () => {
    const { running } = await evaluateModels([sampleModel('three', 3)], {}, [VIDEO]);
    const [series] = (await running).models[0]!.series;
    expect(series?.counts).toMatchObject({ judged: 2, capturesTooShort: 3 });
  });

  it('reports progress up to the end of each series', async () => {
    const seen: string[] = [];
    const { running } = await evaluateModels([sampleModel('two', 2)], {
      onProgress: ({ modelId, done, total }) => seen.push(`${modelId} ${done}/${total}`),
    });
    await running;
    expect(seen.slice(0, 2)).toEqual(['two 1/6', 'two 2/6']);
    expect(seen.at(-1)).toBe('two@still 2/2');
  });

  it('stops the engine when it is interrupted', async () => {
    const stop = new AbortController();
    const { running, engine } = await evaluateModels([sampleModel('two', 2)], {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped by the user')),
    });
    await expect(running).rejects.toThrow('stopped by the user');
    expect(engine.ready).toBe(false);
  });
});
