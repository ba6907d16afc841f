import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CLIENT_MODULES } from './client-modules.ts';
import { declareModule } from './declare-module.ts';

const HELP = `Writes the types of the client, packages/sdk/src/generated, from the schemas of the contract.

Usage: node packages/contract/dist/declarations/write.js [--check]

  --check   write nothing; exit with 1 when a file differs from the schemas
  --help    print this text
`;

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) process.stdout.write(HELP);
else for (const { file, types } of CLIENT_MODULES) await writeOrCheck(file, declareModule(types));

async function writeOrCheck(file: URL, text: string): Promise<void> {
  if (!values.check) return writeFile(file, text);
  if ((await readFile(file, 'utf8')) === text) return undefined;
  process.stderr.write(
    `${file.pathname} differs from the contract. Run: node packages/contract/dist/declarations/write.js\n`,
  );
  process.exitCode = 1;
  return undefined;
}
