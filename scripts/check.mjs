// npm run check            checks the code: format, lint, types, unused code, OpenAPI drift
// npm run check -- FILE    judges a video or image file without a server (vivant check)

import { join } from 'node:path';
import { ensureWorkspace, root, run } from './workspace.mjs';

ensureWorkspace();
if (process.argv.length > 2) {
  process.argv.splice(2, 0, 'check');
  await import('../apps/cli/dist/main.js');
} else {
  const bin = (name) => join(root, 'node_modules/.bin', name);
  run(bin('biome'), ['ci', '.'], 'Format');
  run(bin('oxlint'), ['--type-aware', '--deny-warnings'], 'Lint');
  run(bin('tsc'), ['-p', 'tsconfig.tests.json'], 'Types of tests');
  run(bin('knip'), [], 'Unused code');
  run(process.execPath, ['apps/liveness/dist/openapi/write.js', '--check'], 'OpenAPI drift');
  run(process.execPath, ['apps/bot/dist/openapi/write.js', '--check'], 'OpenAPI drift of the bot');
  run(
    process.execPath,
    ['packages/contract/dist/declarations/write.js', '--check'],
    'Drift of the types of the client',
  );
  console.error('All checks passed.');
}
