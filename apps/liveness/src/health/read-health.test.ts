import { describe, expect, it } from 'vitest';
import { type HealthSources, isReady, readHealth } from './read-health.ts';

const answering = { ping: async () => {} };
const silent = { ping: () => Promise.reject(new Error('connect ECONNREFUSED db.internal:5432')) };

const wellSources: HealthSources = {
  version: '1.2.3',
  environment: 'development',
  engine: { ready: true },
  modelIds: ['10', 'mixed-10-v2'],
  database: answering,
  redis: undefined,
};

describe('readHealth', () => {
  it('is healthy when the engine is ready and every dependency answers', async () => {
    expect(await readHealth(wellSources)).toEqual({
      status: 'healthy',
      version: '1.2.3',
      environment: 'development',
      models_loaded: ['10', 'mixed-10-v2'],
      dependencies: { database: 'ok', redis: 'ok' },
    });
  });

  it('is degraded when a dependency is silent, and does not tell where it stands', async () => {
    const health = await readHealth({ ...wellSources, database: silent, redis: silent });
    expect(health).toMatchObject({
      status: 'degraded',
      dependencies: { database: 'error: no answer', redis: 'error: no answer' },
    });
  });

  it('is degraded and lists no model while the engine is not ready', async () => {
    const health = await readHealth({ ...wellSources, engine: { ready: false } });
    expect(health).toMatchObject({ status: 'degraded', models_loaded: [] });
  });
});

describe('isReady', () => {
  it.each([
    ['the engine is ready and the database answers', {}, true],
    ['the engine is not ready', { engine: { ready: false } }, false],
    ['the database is silent', { database: silent }, false],
    ['only Redis is silent', { redis: silent }, true],
  ])('when %s', async (_, difference, expected) => {
    expect(await isReady({ ...wellSources, ...difference })).toBe(expected);
  });
});
