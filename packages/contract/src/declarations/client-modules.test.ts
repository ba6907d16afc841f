import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_MODULES } from './client-modules.ts';
import { declareModule } from './declare-module.ts';

it.each(CLIENT_MODULES)('$file has the types of the contract', ({ file, types }) => {
  const committed = readFileSync(file, 'utf8');
  expect(committed, 'run: node packages/contract/dist/declarations/write.js').toBe(declareModule(types));
});
