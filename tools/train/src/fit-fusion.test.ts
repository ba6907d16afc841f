import { describe, expect, it } from 'vitest';
import { balancedWeights, fitFusion } from './fit-fusion.ts';
import { isShipped, scoreLeaveOneOut, scoreRows } from './leave-one-out.ts';
import { attackRow, trainingRow } from './testing/training-rows.ts';

const RECIPE = {
  id: 'test',
  species: ['screen', 'print'],
  signals: ['x'],
  videoWeight: 1,
  penalty: 0.01,
  scale: 1,
  objections: [],
  endorsements: [],
};
const ROOMS = ['a', 'b', 'c'];
const ROWS = ROOMS.flatMap((environment, at) => [
  trainingRow([2 + at, 0.3 * at], { environment }),
  trainingRow([1.5 + at, -0.2], { environment }),
  attackRow([-1 - at, 0.1], { environment }),
  attackRow([-2, 0.2 * at], { environment }),
]);

describe('fitFusion', () => {
  it('separates what can be separated, with one number a feature', () => {
    const coefficients = fitFusion(ROWS, RECIPE, 'v');
    expect(coefficients).toMatchObject({ version: 'v', signals: ['x'], clip: 5 });
    expect(
      [coefficients.mean, coefficients.deviation, coefficients.weight].map((list) => list.length),
    ).toEqual([2, 2, 2]);
    for (const { row, logOdds } of scoreRows(ROWS, coefficients)) expect(logOdds > 0).toBe(row.bonaFide);
  });

  it('gives the same numbers wherever it starts', () => {
    const fresh = fitFusion(ROWS, RECIPE, 'v');
    const others = fitFusion(ROWS.slice(4), RECIPE, 'v');
    const continued = fitFusion(ROWS, RECIPE, 'v', others);
    expect(continued.intercept).toBeCloseTo(fresh.intercept, 4);
    continued.weight.forEach((weight, at) => expect(weight).toBeCloseTo(fresh.weight[at]!, 4));
  });

  it('gives back by its scale what the penalty takes, wherever it starts', () => {
    const scaled = { ...RECIPE, scale: 3 };
    const plain = fitFusion(ROWS, RECIPE, 'v');
    for (const near of [undefined, fitFusion(ROWS.slice(4), scaled, 'v')]) {
      const { weight, intercept } = fitFusion(ROWS, scaled, 'v', near);
      expect(intercept).toBeCloseTo(3 * plain.intercept, 3);
      weight.forEach((value, at) => expect(value).toBeCloseTo(3 * plain.weight[at]!, 3));
    }
  });

  it('looks the features of one-sided evidence up by name', () => {
    const recipe = {
      ...RECIPE,
      signals: ['blur', 'pad-logits'],
      objections: [{ id: 'o', signal: 'pad-logits', feature: 'fr-liveness@2.7', below: -7, weight: 1 }],
      endorsements: [
        {
          id: 'e',
          signal: 'pad-logits',
          features: [{ feature: 'minifasnet@2', above: 1 }],
          weight: 2,
          most: 3,
        },
      ],
    };
    const measured = { blur: new Float32Array(4), 'pad-logits': new Float32Array(4) };
    const rows = ROWS.map((row) => ({ ...row, features: measured }));
    const { objections, endorsements } = fitFusion(rows, recipe, 'v');
    expect(objections).toEqual([{ id: 'o', feature: 7, below: -7, weight: 1 }]);
    expect(endorsements).toEqual([{ id: 'e', features: [{ feature: 5, above: 1 }], weight: 2, most: 3 }]);
  });

  it('gives the same numbers whatever the order of the rows', () => {
    const forward = fitFusion(ROWS, RECIPE, 'v');
    const backward = fitFusion(ROWS.toReversed(), RECIPE, 'v');
    forward.weight.forEach((weight, at) => {
      expect(backward.weight[at]).toBeCloseTo(weight, 5);
    });
  });
});

it('weighs each room the same within a class, and both classes the same', () => {
  const rows = [...ROWS, ...Array.from({ length: 20 }, () => trainingRow([1, 1], { environment: 'a' }))];
  const weights = balancedWeights(rows, 1);
  const sum = (keep: (row: (typeof rows)[number]) => boolean) =>
    weights.reduce((total, weight, at) => total + (keep(rows[at]!) ? weight : 0), 0);
  expect(sum((row) => row.bonaFide)).toBeCloseTo(sum((row) => !row.bonaFide));
  expect(sum((row) => row.bonaFide && row.environment === 'a')).toBeCloseTo(
    sum((row) => row.bonaFide && row.environment === 'c'),
  );
});

describe('scoreLeaveOneOut', () => {
  it('never scores a room with a fusion that saw it', () => {
    // Only in room a, bona fide and attacks are swapped: a fit that had seen it would get some of it right.
    const swapped = ROWS.map((row) =>
      row.environment === 'a' ? { ...row, features: { x: row.features['x']!.map((v) => -20 * v) } } : row,
    );
    const scores = scoreLeaveOneOut(swapped, RECIPE, () => {});
    const inA = scores.filter(({ row }) => row.environment === 'a');
    expect(inA).toHaveLength(4);
    for (const { row, logOdds } of inA) expect(logOdds > 0).toBe(!row.bonaFide);
  });

  it('never scores an altered copy', () => {
    const rows = [...ROWS, ...ROWS.map((row) => ({ ...row, augmented: true }))];
    expect(scoreLeaveOneOut(rows, RECIPE, () => {})).toHaveLength(ROWS.length);
  });

  it('splits the only room of a species by subject, so that the species stays known', () => {
    const prints = ['p1', 'p2', 'p3'].flatMap((subject) => [
      trainingRow([3, 0], { environment: 'prints', subject }),
      attackRow([-3, 0], { environment: 'prints', subject, species: 'print' }),
    ]);
    const folds: string[] = [];
    scoreLeaveOneOut([...ROWS, ...prints], RECIPE, (fold) => folds.push(fold));
    expect(folds).toEqual(['a', 'b', 'c', 'prints/p1', 'prints/p2', 'prints/p3']);
  });

  it('fits no altered copy where the recipe ignores them', () => {
    const misleading = ROWS.map((row) => ({ ...row, bonaFide: !row.bonaFide, augmented: true }));
    const rows = [...ROWS, ...misleading];
    const scores = scoreLeaveOneOut(rows, { ...RECIPE, ignoresAltered: true }, () => {});
    expect(scores).toEqual(scoreLeaveOneOut(ROWS, RECIPE, () => {}));
  });

  it('scores what was captured under a condition, and learns nothing from it', () => {
    const misleading = ROWS.map((row) => ({ ...row, bonaFide: !row.bonaFide, condition: 'dark' }));
    const scores = scoreLeaveOneOut([...ROWS, ...misleading], RECIPE, () => {});
    expect(scores.filter(({ row }) => row.condition === 'dark')).toHaveLength(ROWS.length);
    expect(scores.filter(({ row }) => row.condition === '')).toEqual(
      scoreLeaveOneOut(ROWS, RECIPE, () => {}),
    );
  });

  it('leaves subjects out together that share a face', () => {
    const swaps = ['p1', 'p2', 'p3'].flatMap((subject) => [
      trainingRow([3, 0], { environment: 'swaps', subject }),
      attackRow([-3, 0], { environment: 'swaps', subject, species: 'swap' }),
    ]);
    const folds: string[] = [];
    const recipe = { ...RECIPE, species: ['swap'], leftOutTogether: [['p1', 'p3']] };
    scoreLeaveOneOut(swaps, recipe, (fold) => folds.push(fold));
    expect(folds).toEqual(['swaps/p1', 'swaps/p2']);
  });
});

it('ships what the captures of the held-out rooms teach, too, and never their stills', () => {
  const shipped = (overrides: Parameters<typeof trainingRow>[1]) =>
    isShipped(trainingRow([0], overrides), RECIPE);
  expect(shipped({})).toBe(true);
  expect(shipped({ split: 'dev', sequence: 's' })).toBe(true);
  expect(shipped({ split: 'dev', sequence: '' })).toBe(false);
  expect(shipped({ split: 'dev', sequence: 's', condition: 'dark' })).toBe(false);
  expect(shipped({ split: 'dev', sequence: 's', bonaFide: false, species: 'mask' })).toBe(false);
});
