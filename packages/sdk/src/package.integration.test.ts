import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A project of a customer: nothing is installed but the client, and the types of Node for whoever asks for them. */
let project: string;
/** The client in it. */
let installed: string;
let manifest: { dependencies?: object; exports: Record<string, { types: string; default: string }> };

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'vivant-customer-'));
  installed = join(project, 'node_modules/@vivant/sdk');
  await mkdir(installed, { recursive: true });
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await run('npm', pack, { cwd: PACKAGE });
  const [{ filename }] = JSON.parse(stdout);
  await run('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1']);
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  await writeFile(join(project, 'package.json'), '{"type": "module"}');
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Compiles files of the customer; resolves with what the compiler complains about. */
async function compile(files: Record<string, string>, options: Record<string, unknown>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
  const compilerOptions = { target: 'es2022', module: 'nodenext', ...strict, ...options };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  return run(compiler, ['-p', project]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const everything = () =>
  Object.keys(manifest.exports)
    .map((name, at) => `import * as part${at} from '@vivant/sdk/${name.slice(2)}';\nvoid part${at};\n`)
    .join('');

describe('the published package', () => {
  it('has what it exports, its sources and papers, and nothing else', async () => {
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const names = paths.map((path) => path.slice(installed.length + 1));
    for (const { types, default: module } of Object.values(manifest.exports))
      expect(names).toEqual(expect.arrayContaining([types.slice(2), module.slice(2)]));
    expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
    const known = /^(README\.md|LICENSE|package\.json|dist\/[\w/-]+\.(js|js\.map|d\.ts)|src\/[\w/-]+\.ts)$/;
    expect(names.filter((name) => !known.test(name))).toEqual([]);
    expect(names.filter((name) => /testing|test\./.test(name))).toEqual([]);
  });

  it('depends on nothing, at run time and in its types', async () => {
    expect(manifest.dependencies).toBeUndefined();
    for (const file of await readdir(join(installed, 'dist'), { recursive: true })) {
      if (!/\.(js|d\.ts)$/.test(file)) continue;
      const text = await readFile(join(installed, 'dist', file), 'utf8');
      const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name!);
      expect(imported.filter((name) => !name.startsWith('.'))).toEqual([]);
    }
  });

  it.each([
    ['a page', { lib: ['es2022', 'dom'], types: [], module: 'esnext', moduleResolution: 'bundler' }],
    ['Node', { lib: ['es2022'], types: ['node'], skipLibCheck: true }],
  ])('has types that a strict project for %s accepts', async (_, options) => {
    expect(await compile({ 'everything.ts': everything() }, options)).toBe('');
    const wrong = `import { createLivenessClient } from '@vivant/sdk/liveness-client';
      const client = createLivenessClient({ baseUrl: 'http://x' });
      void client.checks.fastCheck({ frames: [], model: '10', model_version: 'v2' });`;
    expect(await compile({ 'wrong.ts': wrong }, options)).toContain('model_version');
  });

  it('is used by the examples of its README as they stand', async () => {
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, text]) => text!);
    expect(examples.length).toBeGreaterThanOrEqual(7);
    const files = Object.fromEntries(examples.map((text, at) => [`example-${at}.ts`, text]));
    const options = { lib: ['es2023', 'dom'], types: ['node'], skipLibCheck: true };
    expect(await compile(files, options)).toBe('');
  });

  it('loads in Node as it is', async () => {
    const names = Object.keys(manifest.exports).map((name) => `import('@vivant/sdk/${name.slice(2)}')`);
    const script = `const parts = await Promise.all([${names.join(', ')}]); console.log(parts.length)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: project,
    });
    expect(stdout.trim()).toBe(String(names.length));
  });
});
