// Runs the tests, installed and built on the way; arguments go to vitest: npm test -- --project unit

import { join } from 'node:path';
import { ensureWorkspace, root, run } from './workspace.mjs';

ensureWorkspace();
run(
  process.execPath,
  ['packages/weights/dist/main.js', '--cache', 'node_modules/.cache/vivant-weights'],
  'Preparing the nets',
);
run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]);
