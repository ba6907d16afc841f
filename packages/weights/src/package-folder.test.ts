import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findInstalledPackage } from './package-folder.ts';
import { NET_SOURCES } from './sources.ts';

it('finds every package of weights in its pinned version, even one that hides its package.json', async () => {
  for (const { file } of Object.values(NET_SOURCES)) {
    const folder = await findInstalledPackage(file.package);
    const manifest = JSON.parse(await readFile(join(folder!, 'package.json'), 'utf8')) as { version: string };
    expect(manifest.version).toBe(file.version);
  }
});

it('finds nothing under a name that is not installed', async () => {
  expect(await findInstalledPackage('@vivant/there-is-no-such-package')).toBeNull();
});

it('pins in package.json what the table of sources pins', async () => {
  const url = new URL('../package.json', import.meta.url);
  const { dependencies } = JSON.parse(await readFile(url, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const pinned = Object.values(NET_SOURCES).map(({ file }) => [file.package, file.version]);
  expect(dependencies).toMatchObject(Object.fromEntries(pinned));
});
