import type { FusionCoefficients } from '@vivant/engine/fusion/coefficients';
import type { Nets } from '@vivant/engine/nets/nets';
import type { Dataset } from '@vivant/evaluate/dataset/dataset';
import { expect, it } from 'vitest';
import type { FusionRecipe } from './fit-fusion.ts';
import { attackRow, trainingRow } from './testing/training-rows.ts';
import { type TrainOptions, train } from './train.ts';
import type { TrainingRow } from './training-row.ts';

const SCREENS: FusionRecipe = {
  id: 'screens',
  species: ['screen'],
  signals: ['blur'],
  videoWeight: 1,
  penalty: 0.01,
  scale: 1,
  objections: [],
  endorsements: [],
};
const MASKS: FusionRecipe = { ...SCREENS, id: 'masks', species: ['mask'] };

const EARLIER: FusionCoefficients = {
  version: 'before',
  signals: ['blur'],
  mean: [0, 0, 0, 0],
  deviation: [1, 1, 1, 1],
  weight: [1, 1, 1, 1],
  intercept: 0,
  clip: 5,
  objections: [],
  endorsements: [],
};

const sharp = (value: number) => ({ features: { blur: Float32Array.of(value, 0, 0, 0) } });
const ROWS = ['a', 'b', 'c'].flatMap((environment, at) => [
  trainingRow([], { environment, ...sharp(2 + at) }),
  attackRow([], { environment, ...sharp(-2 - at) }),
]);
const HELD_OUT = { environment: 'd', split: 'dev' as const, sequence: 's' };

/** Trains on rows that are as good as read. */
function trainOn(rows: readonly TrainingRow[], more: Partial<TrainOptions>) {
  const dataset = { name: 'test', version: 'sha256:00112233445566', dir: '', rows: [{ environment: 'a' }] };
  return train({
    dataset: dataset as unknown as Dataset,
    nets: {} as Nets,
    recipes: [SCREENS],
    sequenceRecipes: [],
    manifests: [],
    earlier: { fusions: new Map(), sequences: new Map() },
    variations: 0,
    seed: 1,
    readVideo: () => {
      throw new Error('read already');
    },
    encodeCall: async () => [],
    cache: { load: async () => ({ rows, sequences: [] }) },
    onProgress: () => {},
    ...more,
  });
}

it('ships a fit that has learnt the captures of the held-out rooms, too', async () => {
  const dev = [trainingRow([], { ...HELD_OUT, ...sharp(-1) }), attackRow([], { ...HELD_OUT, ...sharp(-9) })];
  const [alone, both] = await Promise.all([ROWS, [...ROWS, ...dev]].map((rows) => trainOn(rows, {})));
  const coefficients = both!.fusions[0]!.coefficients;
  expect(coefficients.version).toBe('sha256:001122334455');
  expect(coefficients.mean[0]).not.toBeCloseTo(alone!.fusions[0]!.coefficients.mean[0]!, 3);
  expect(both!.kept).toEqual([]);
});

it('keeps the earlier fit of an attack that the data do not hold, and names it', async () => {
  const earlier = { fusions: new Map([['masks.coefficients.json', EARLIER]]), sequences: new Map() };
  const { fusions, kept } = await trainOn(ROWS, { recipes: [SCREENS, MASKS], earlier });
  expect(kept).toEqual(['masks']);
  expect(fusions.map(({ coefficients }) => coefficients.version)).toEqual(['sha256:001122334455', 'before']);
});

it('says what is missing when there is no earlier fit', async () => {
  await expect(trainOn(ROWS, { recipes: [MASKS] })).rejects.toThrow('no attacks to fit masks by: mask');
});
