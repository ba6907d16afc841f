import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout. Commands run there, wherever they were called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MIN = [20, 19];

/** Brings a fresh or outdated checkout to the point where every command works: installed and built. */
export function ensureWorkspace() {
  assertNodeVersion();
  if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund'], 'Installing packages');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  // An image for production is built beforehand and carries no compiler.
  if (existsSync(compiler)) {
    run(process.execPath, [compiler, '-b'], undefined);
    buildPages();
  }
}

/** Bundles the pages that people see, unless what is there is newer than all that goes into it. */
export function buildPages() {
  const pages = join(root, 'apps/web');
  const built = join(pages, 'dist/index.html');
  const sources = [
    join(pages, 'index.html'),
    join(pages, 'package.json'),
    join(pages, 'vite.config.ts'),
    ...filesUnder(join(pages, 'src')),
    ...filesUnder(join(root, 'packages/contract/src')),
  ];
  const changedMs = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= changedMs) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  run(process.execPath, [vite, 'build', pages, '--logLevel', 'warn'], undefined);
}

/** Files and folders under a folder: a folder changes when a file in it is deleted. */
function filesUnder(folder) {
  const entries = readdirSync(folder, { recursive: true });
  return [folder, ...entries.map((entry) => join(folder, entry))];
}

/** Runs a command in the root with the terminal attached; ends this process with its exit code if it fails. */
export function run(command, args, title) {
  if (title) console.error(`${title} ...`);
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  console.error(`Vivant needs Node ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** npm writes node_modules/.package-lock.json last; an older one than the lockfile is a stale installation. */
function isInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}
