import { expect, it } from 'vitest';
import { readEngineVersion } from './engine-version.ts';

it('finds the version of the installed engine', async () => {
  expect(await readEngineVersion()).toMatch(/^\d+\.\d+\.\d+/);
});
