import { expect, it } from 'vitest';
import { summarizeSeries } from '../summarize-series.ts';
import { drawEnvironments } from './environments.ts';

it('lists an environment in which nothing could be judged', () => {
  const label = { id: 'a', bonaFide: true, species: '', environment: 'cellar', subject: 'p1' };
  const series = summarizeSeries([{ ...label, acquired: false, causes: { 'too-dark': 10 } }], {
    attempts: 'windows',
    framesPerAttempt: 10,
    capturesTooShort: 0,
    threshold: 0.65,
    bootstrap: { seed: 1, resamples: 1, level: 0.95 },
    workers: 1,
  });
  expect(series.environments).toEqual([]);
  const { text } = drawEnvironments(series);
  expect(text).toContain(
    '<th scope="row" class="start">cellar</th><td class="end">0</td><td class="end">–</td>',
  );
  expect(text).toContain('1 of 1');
});
