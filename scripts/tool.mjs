// Runs a command by its folder or its built file: node scripts/tool.mjs tools/train --data DIR
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWorkspace, root } from './workspace.mjs';

ensureWorkspace();
const [command] = process.argv.splice(2, 1);
const file = command.endsWith('.js') ? command : join(command, 'dist/main.js');
await import(pathToFileURL(join(root, file)).href);
