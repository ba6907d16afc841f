// Runs a `vivant` command from a checkout, installed and built on the way: node scripts/vivant.mjs serve
import { ensureWorkspace } from './workspace.mjs';

ensureWorkspace();
await import('../apps/cli/dist/main.js');
