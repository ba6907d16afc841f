import { describe, expect, it } from 'vitest';
import { measureAltered, measureModel, type UnseenScores } from './measure-model.ts';
import { attackRow, trainingRow } from './testing/training-rows.ts';

const SHAPE = { framesRequired: 1, framesScored: 1 };
/** The operating threshold of 0.65 at log-odds of 0. */
const CALIBRATION = { slope: 1, intercept: Math.log(0.65 / 0.35) };

function scores(condition: string, genuine: Record<string, number[]>): UnseenScores[] {
  const rows = Object.entries(genuine).flatMap(([environment, logOdds]) => [
    ...logOdds.map((value) => ({
      row: trainingRow([0], { environment, condition, sequence: 's' }),
      logOdds: value,
    })),
    { row: attackRow([0], { environment, condition, sequence: 'a' }), logOdds: -1 },
  ]);
  // Frames of a capture are numbered.
  rows.forEach(({ row }, index) => Object.assign(row, { index }));
  return [{ protocol: 'held-out', split: 'dev', rows }];
}

const PLAIN = scores('', { a: [1, 1], b: [1, -1] });
const DARK = scores('dark', { a: [-1, -1], b: [1, 1] });
const BOTH: UnseenScores[] = [{ ...PLAIN[0]!, rows: [...PLAIN[0]!.rows, ...DARK[0]!.rows] }];

describe('measureModel', () => {
  it('tells how the worst room fared besides all of them', () => {
    const [result] = measureModel(SHAPE, CALIBRATION, PLAIN, new Map());
    expect(result).toMatchObject({ bpcer: { value: 0.25 }, worstEnvironment: { apcer: 0, bpcer: 0.5 } });
  });

  it('does not mix altered captures in', () => {
    expect(measureModel(SHAPE, CALIBRATION, BOTH, new Map())).toEqual(
      measureModel(SHAPE, CALIBRATION, PLAIN, new Map()),
    );
  });
});

it('measureAltered gives a result for every condition, at the same threshold', () => {
  const altered = measureAltered(SHAPE, CALIBRATION, BOTH, new Map());
  expect(altered.map(({ condition, bpcer }) => [condition, bpcer.value])).toEqual([['dark', 0.5]]);
  expect(measureAltered(SHAPE, CALIBRATION, PLAIN, new Map())).toEqual([]);
});
