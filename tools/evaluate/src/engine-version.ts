import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Version in the package.json of the engine in use. */
export async function readEngineVersion(): Promise<string> {
  const module = pathToFileURL(createRequire(import.meta.url).resolve('@vivant/engine/check'));
  const manifest = await readFile(new URL('../package.json', module), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
