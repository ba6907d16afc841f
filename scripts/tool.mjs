// Runs an offline tool by its folder, or by one of its scripts: node scripts/tool.mjs tools/train --data DIR
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWorkspace, root } from './workspace.mjs';

ensureWorkspace();
const [tool] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, tool.endsWith('.js') ? tool : `${tool}/dist/main.js`)).href);
