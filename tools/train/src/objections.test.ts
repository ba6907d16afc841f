import { expect, it } from 'vitest';
import { frameAttempts, windowAttempts } from './attempts.ts';
import type { UnseenScores } from './measure-model.ts';
import { addObjections } from './objections.ts';
import { windowKey } from './score-sequences.ts';
import { trainingRow } from './testing/training-rows.ts';

const SHAPE = { framesRequired: 2, framesScored: 2 };
const FRAMES = [0, 1, 2, 3].map((index) => trainingRow([0], { sequence: 's', index }));
const STILL = trainingRow([0], { path: 'still.jpg' });
const ROWS = [...FRAMES, STILL];

function unseen(logOdds: readonly number[]): UnseenScores[] {
  const rows = ROWS.map((row, at) => ({ row, logOdds: logOdds[at]! }));
  return [{ protocol: 'held-out', split: 'dev', rows }];
}

it('takes from each window by the mean of its frames, as the engine does, and from each still', () => {
  // The first window is doubted by (-1 - 3) / 2 = -2 on average, the second is not.
  const doubts = unseen([-1, -3, 5, 5, -4]);
  const evidence = new Map([[windowKey(FRAMES[0]!, 1), 0.25]]);
  const judged = addObjections(unseen([1, 1, 1, 1, 1]), evidence, doubts, { below: 0, weight: 0.5 }, SHAPE);
  const [{ rows }] = judged.scores as [UnseenScores];
  expect(windowAttempts(rows, SHAPE, judged.evidence).map(({ score }) => score)).toEqual([0, 1.25]);
  expect(frameAttempts(rows).at(-1)!.score).toBe(-1);
});

it('leaves what it was given as it was', () => {
  const scores = unseen([1, 1, 1, 1, 1]);
  const evidence = new Map<string, number>();
  addObjections(scores, evidence, unseen([-9, -9, -9, -9, -9]), { below: 0, weight: 1 }, SHAPE);
  expect(scores).toEqual(unseen([1, 1, 1, 1, 1]));
  expect(evidence.size).toBe(0);
});
