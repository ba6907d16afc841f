import { expect, it } from 'vitest';
import { createSweeper } from './sweeper.ts';
import { captureLog } from './testing/captured-log.ts';

it('sweeps everything, whatever fails', async () => {
  const log = captureLog();
  const swept: string[] = [];
  const sweeper = createSweeper(
    {
      first: async () => {
        swept.push('first');
      },
      broken: () => Promise.reject(new Error('away')),
      last: async () => {
        swept.push('last');
      },
    },
    log.logger,
  );
  await sweeper.sweep();
  await sweeper.stop();
  expect(swept).toEqual(['first', 'last']);
  expect(log.lines()).toMatchObject([{ what: 'broken', msg: 'sweep failed' }]);
});
