// Runs an offline tool by its folder: node scripts/tool.mjs tools/train --data DIR
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWorkspace, root } from './workspace.mjs';

ensureWorkspace();
const [folder] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, folder, 'dist/main.js')).href);
