import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeApi } from './describe-api.ts';

const FILE = fileURLToPath(new URL('../../openapi.json', import.meta.url));

const HELP = `Writes apps/liveness/openapi.json from the routes of the liveness service.

Usage: node apps/liveness/dist/openapi/write.js [--check]

  --check   write nothing; exit with 1 when the file differs from the routes
  --help    print this text
`;

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) process.stdout.write(HELP);
else if (values.check) await check();
else await writeFile(FILE, await describeApi());

async function check(): Promise<void> {
  if ((await readFile(FILE, 'utf8')) === (await describeApi())) return;
  process.stderr.write(
    'openapi.json differs from the routes. Run: node apps/liveness/dist/openapi/write.js\n',
  );
  process.exitCode = 1;
}
