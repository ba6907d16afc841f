import { afterEach, describe, expect, it, vi } from 'vitest';
import { testDatabases } from './test-databases.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('test databases', () => {
  it('say why PostgreSQL cannot be used here, without its password', async () => {
    vi.stubEnv('CI', '');
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://user:hunter2@127.0.0.1:1/postgres');
    const [embedded, postgres] = await testDatabases();

    expect(embedded?.unavailable).toBeUndefined();
    expect(postgres?.unavailable).toBe('PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED)');
  });

  it('fail instead of being skipped where nothing may be skipped', async () => {
    vi.stubEnv('CI', 'true');
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://127.0.0.1:1/postgres');

    await expect(testDatabases()).rejects.toThrow('PostgreSQL at 127.0.0.1:1 does not answer');
  });
});
