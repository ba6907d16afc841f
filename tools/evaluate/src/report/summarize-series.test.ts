import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../judge.ts';
import { summarizeSeries } from './summarize-series.ts';
import { syntheticResults } from './testing/synthetic-report.ts';

const OPTIONS = {
  attempts: 'windows',
  framesPerAttempt: 10,
  capturesTooShort: 0,
  threshold: 0.65,
  bootstrap: { seed: 1, resamples: 20, level: 0.95 },
  workers: 2,
} as const;

function result(score: number, species: string, id: string): AttemptResult {
  const label = { id, species, bonaFide: species === '', environment: 'room', subject: 'p1' };
  return {
    ...label,
    acquired: true,
    score,
    signals: {},
    reasons: [`why-${id}`],
    frames: 10,
    durationMs: 100,
  };
}

describe('summarizeSeries', () => {
  it('lists the attempts that the score judges worst, first the worst, with their reasons', () => {
    const results = [
      result(0.7, '', 'weak'),
      result(0.1, '', 'lost'),
      result(0.2, 'screen', 'caught'),
      result(0.65, 'print', 'missed'),
    ];
    const { worst } = summarizeSeries(results, OPTIONS);
    expect(worst.bonaFide.map(({ id, isError }) => [id, isError])).toEqual([
      ['lost', true],
      ['weak', false],
    ]);
    expect(worst.attacks.map(({ id, isError, reasons }) => [id, isError, reasons])).toEqual([
      ['missed', true, ['why-missed']],
      ['caught', false, ['why-caught']],
    ]);
  });

  it('keeps attempts that were not acquired out of every error rate', () => {
    const lost = { ...result(0, '', 'dark'), acquired: false, causes: { 'too-dark': 9 } } as AttemptResult;
    const summary = summarizeSeries([result(0.9, '', 'good'), lost], OPTIONS);
    expect(summary.bonaFide).toEqual({ errors: 0, total: 1, value: 0 });
    expect(summary.counts).toMatchObject({ judged: 1, notAcquired: 1 });
    expect(summary.failureToAcquire).toMatchObject({
      bonaFide: { errors: 1, total: 2 },
      causes: { 'too-dark': 9 },
    });
  });

  it('leaves a species out that was not tested', () => {
    const summary = summarizeSeries([result(0.9, '', 'a'), result(0.1, 'screen', 'b')], OPTIONS);
    expect(summary.species.map(({ species }) => species)).toEqual(['screen']);
    expect(summary.environments[0]?.apcer).not.toHaveProperty('print');
  });

  it('survives JSON unchanged, so that report.json holds all of it', () => {
    const summary = summarizeSeries(syntheticResults(1, 24), OPTIONS);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });
});
