import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Finds the folder of an installed package by name, or null. */
export type FindPackage = (name: string) => Promise<string | null>;

/**
 * Walks the node_modules folders that Node itself would search from this file, so hoisted and nested installations both
 * work. `require.resolve(name + '/package.json')` would not do: a package may hide that file behind `exports`.
 */
export async function findInstalledPackage(name: string): Promise<string | null> {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of folders) {
    const candidate = join(folder, name);
    if (await exists(join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
