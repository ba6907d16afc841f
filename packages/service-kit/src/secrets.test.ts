import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeSecrets } from './secrets.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-secrets-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, 'secrets.json');

function inDevelopment(given: Record<string, string | undefined>) {
  return completeSecrets({ given, environment: 'development', dataDir });
}

describe('secrets in development', () => {
  it('are made once and kept', async () => {
    const first = await inDevelopment({ APP_TOKEN: undefined, TOKEN_SECRET: undefined });

    expect(first.APP_TOKEN).toMatch(/^[\w-]{43}$/);
    expect(first.TOKEN_SECRET).not.toBe(first.APP_TOKEN);
    expect(await inDevelopment({ APP_TOKEN: undefined, TOKEN_SECRET: undefined })).toEqual(first);
  });

  it('keep the ones there are when another is added', async () => {
    const first = await inDevelopment({ APP_TOKEN: undefined });
    const second = await inDevelopment({ APP_TOKEN: undefined, TOKEN_SECRET: undefined });

    expect(second.APP_TOKEN).toBe(first.APP_TOKEN);
    expect(second.TOKEN_SECRET).toMatch(/^[\w-]{43}$/);
  });

  it('are read by their owner only', async () => {
    await inDevelopment({ APP_TOKEN: undefined });

    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('are closed to others when somebody opened the file', async () => {
    await inDevelopment({ APP_TOKEN: undefined });
    await chmod(file(), 0o644);
    await inDevelopment({ APP_TOKEN: undefined });

    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('that the environment gives are used and not written down', async () => {
    expect(await inDevelopment({ APP_TOKEN: 'given' })).toEqual({ APP_TOKEN: 'given' });
    expect(await readdir(dataDir)).toEqual([]);

    await inDevelopment({ APP_TOKEN: 'given', TOKEN_SECRET: undefined });
    expect(await readFile(file(), 'utf8')).not.toContain('given');
  });

  it('are not replaced when the file is damaged', async () => {
    await writeFile(file(), '{"APP_TOKEN": "half');

    await expect(inDevelopment({ APP_TOKEN: undefined })).rejects.toThrow(/secrets\.json is damaged/);
    expect(await readFile(file(), 'utf8')).toBe('{"APP_TOKEN": "half');
  });
});

describe('secrets in production', () => {
  it('are never made up: each missing one is named in one error', async () => {
    const given = { APP_TOKEN: undefined, TOKEN_SECRET: 'given', SETTINGS_ENCRYPTION_KEY: undefined };
    const secrets = completeSecrets({ given, environment: 'production', dataDir });

    await expect(secrets).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [{ variable: 'APP_TOKEN' }, { variable: 'SETTINGS_ENCRYPTION_KEY' }],
    });
    await expect(secrets).rejects.not.toThrow(/given/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('are those of the environment', async () => {
    const given = { APP_TOKEN: 'a', TOKEN_SECRET: 'b' };

    expect(await completeSecrets({ given, environment: 'production', dataDir })).toEqual(given);
  });
});
