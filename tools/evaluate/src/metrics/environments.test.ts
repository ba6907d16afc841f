import { expect, it } from 'vitest';
import { byEnvironment } from './environments.ts';
import { attempt, SAMPLE_ATTEMPTS } from './testing/sample-attempts.ts';

it('gives one row for each environment with the figures of scipy', () => {
  const rows = byEnvironment(SAMPLE_ATTEMPTS, 0.65);
  expect(rows.map((row) => row.environment)).toEqual(['a', 'b', 'c']);
  expect(rows.map((row) => row.subjects)).toEqual([2, 2, 2]);
  expect(rows.map((row) => row.auc)).toEqual([1, expect.closeTo(5 / 6, 12), expect.closeTo(2 / 3, 12)]);
  expect(rows.map((row) => row.eer)).toEqual([0, 0.25, 0.5]);
  expect(rows[2]).toMatchObject({
    apcer: { screen: { errors: 2, total: 3 } },
    bpcer: { errors: 2, total: 4 },
  });
});

it('leaves out what was not tested in a room', () => {
  expect(byEnvironment([attempt(0.9, '', 'film')], 0.65)).toEqual([
    { environment: 'film', subjects: 1, apcer: {}, bpcer: { errors: 0, total: 1, value: 0 } },
  ]);
});
