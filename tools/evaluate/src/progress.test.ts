import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function progressOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const progress = createProgress({ isTTY, write: (text) => written.push(text) }, () => clock.ms);
  return { written, clock, progress };
}

it('rewrites a terminal’s line at most twice a second and can remove it', () => {
  const { written, clock, progress } = progressOn(true);
  for (clock.ms = 0; clock.ms < 1_000; clock.ms += 100) progress.show(`at ${clock.ms}`);
  progress.clear();
  expect(written).toEqual(['\r\u001B[2Kat 0', '\r\u001B[2Kat 500', '\r\u001B[2K']);
});

it('writes plain lines to a log, seldom, and nothing to clear', () => {
  const { written, clock, progress } = progressOn(false);
  for (clock.ms = 0; clock.ms < 15_000; clock.ms += 100) progress.show(`at ${clock.ms}`);
  progress.clear();
  expect(written).toEqual(['at 0\n', 'at 10000\n']);
});
