// Starts the service, installed and built on the way. It runs as a process of its own, because the memory allocator reads
// its settings only at a process's start: with the default of 8 arenas a core, worker threads keep some 80 MB for nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureWorkspace, root } from './workspace.mjs';

ensureWorkspace();
const service = spawn(process.execPath, [join(root, 'apps/vivant/dist/main.js')], {
  stdio: 'inherit',
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
});
// Ctrl-C reaches the service by itself, a signal to npm does not; either way the service decides when it ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => service.kill('SIGTERM'));
service.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
