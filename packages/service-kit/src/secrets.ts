import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './environment.ts';

const SECRET_BYTES = 32;
const FILE_NAME = 'secrets.json';

/** What secrets are completed from. */
export interface SecretSources<Name extends string> {
  /** The values that the environment gives, by variable name. */
  readonly given: Readonly<Record<Name, string | undefined>>;
  readonly environment: 'production' | 'development';
  readonly dataDir: string;
}

/**
 * Completes secrets. In development a missing one is generated once and kept in `secrets.json` of the data
 * directory, readable by its owner only; in production nothing is generated.
 * @throws ConfigError in production, naming each missing one
 */
export async function completeSecrets<Name extends string>({
  given,
  environment,
  dataDir,
}: SecretSources<Name>): Promise<Record<Name, string>> {
  const names = Object.keys(given) as Name[];
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length > 0 && environment === 'production') {
    throw new ConfigError(missing.map((variable) => ({ variable, problem: 'is required in production' })));
  }
  const generated = missing.length > 0 ? await keepGenerated(missing, dataDir) : {};
  return Object.fromEntries(names.map((name) => [name, given[name] ?? generated[name]])) as Record<
    Name,
    string
  >;
}

async function keepGenerated(names: readonly string[], dataDir: string): Promise<Record<string, string>> {
  const file = join(dataDir, FILE_NAME);
  const kept = await readKept(file);
  const added = names.filter((name) => kept[name] === undefined);
  if (added.length === 0) return kept;
  const all = { ...kept, ...Object.fromEntries(added.map((name) => [name, newSecret()])) };
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return all;
}

async function readKept(file: string): Promise<Record<string, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return z.record(z.string(), z.string().min(1)).parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged. Restore it, or delete it to make new secrets.`);
  }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
