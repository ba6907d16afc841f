import { describe, expect, it } from 'vitest';
import { frameAttempts, windowAttempts } from './attempts.ts';
import { trainingRow } from './testing/training-rows.ts';

function scored(sequence: string, indexes: readonly number[]) {
  return indexes.map((index) => ({ row: trainingRow([0], { sequence, index }), logOdds: index }));
}

describe('windowAttempts', () => {
  it('averages evenly spread frames of every window of consecutive frames', () => {
    const rows = scored('a', [0, 1, 2, 3, 4, 5, 6, 7]);
    const attempts = windowAttempts(rows, { framesRequired: 4, framesScored: 2 });
    expect(attempts.map(({ score }) => score)).toEqual([1, 5]);
  });

  it('drops windows in which the engine would not see enough, and stills', () => {
    const rows = [...scored('a', [0, 1, 2, 3, 4, 5, 6, 10, 11]), ...scored('', [0])];
    expect(windowAttempts(rows, { framesRequired: 10, framesScored: 10 })).toMatchObject([{ score: 3 }]);
  });

  it('keeps sequences of different rooms apart', () => {
    const rows = ['one', 'two'].map((environment) => ({
      row: trainingRow([0], { sequence: 'same', environment }),
      logOdds: 0,
    }));
    expect(windowAttempts(rows, { framesRequired: 1, framesScored: 1 })).toHaveLength(2);
  });

  it('keeps a capture apart from itself under another condition', () => {
    const rows = ['', 'dark'].map((condition) => ({
      row: trainingRow([0], { sequence: 'same', condition }),
      logOdds: condition === '' ? 3 : -3,
    }));
    const attempts = windowAttempts(rows, { framesRequired: 1, framesScored: 1 });
    expect(attempts.map(({ score }) => score)).toEqual([3, -3]);
  });
});

it('frameAttempts keep the labels', () => {
  const row = trainingRow([0], { bonaFide: false, species: 'print', environment: 'e', subject: 's' });
  expect(frameAttempts([{ row, logOdds: 2 }])).toEqual([
    { score: 2, bonaFide: false, species: 'print', environment: 'e', subject: 's' },
  ]);
});
