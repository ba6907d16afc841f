import { describe, expect, it } from 'vitest';
import { readLivenessConfig } from './config.ts';

describe('readLivenessConfig', () => {
  it('runs on a laptop without any variable', () => {
    expect(readLivenessConfig({})).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 8000,
      dataDir: './data',
      databaseUrl: undefined,
      redisUrl: undefined,
      modelHeaderPrefix: 'X-Service',
      frameBytesMax: 8 * 1024 * 1024,
      bodyBytesMax: 96 * 1024 * 1024,
      roles: new Set(['liveness', 'worker', 'bot']),
      s3: undefined,
      videoBytesMax: 200 * 1024 * 1024,
      videoUrlAllowPrivate: false,
      bootstrap: { organization: 'demo', credits: 10_000, apiKey: undefined, generatesKeys: true },
    });
  });

  it('lists every problem at once, and no value', () => {
    const env = {
      LIVENESS_PORT: '80000',
      ENVIRONMENT: 'staging',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      BOOTSTRAP_API_KEY: 'hunter2',
      INFERENCE_WORKERS: 'many',
      SERVICES: 'liveness,cook',
    };
    const read = () => readLivenessConfig(env);
    for (const variable of Object.keys(env)) expect(read).toThrow(variable);
    expect(read).not.toThrow('hunter2');
  });

  it('takes fixed keys for automation', () => {
    const env = {
      BOOTSTRAP_ORGANIZATION: 'acme',
      BOOTSTRAP_CREDITS: '5',
      BOOTSTRAP_API_KEY: 'sk-fixed-key-of-automation',
      BOOTSTRAP_BOT_KEY: 'sk-bot-fixed-key-of-automation',
    };
    expect(readLivenessConfig(env).bootstrap).toMatchObject({
      organization: 'acme',
      credits: 5,
      apiKey: 'sk-fixed-key-of-automation',
      botKey: 'sk-bot-fixed-key-of-automation',
    });
  });

  it('posts events to private addresses outside of production only', () => {
    const env = { WEBHOOK_ALLOW_PRIVATE: 'true' };
    expect(readLivenessConfig({}).webhookAllowPrivate).toBe(false);
    expect(readLivenessConfig(env).webhookAllowPrivate).toBe(true);
    expect(() => readLivenessConfig({ ...env, ENVIRONMENT: 'production' })).toThrow('WEBHOOK_ALLOW_PRIVATE');
  });

  it('limits checks to 240 and videos to 30 a minute unless told otherwise', () => {
    expect(readLivenessConfig({ RATE_LIMIT_VIDEO: '5' }).rateLimits).toEqual({
      check: { requests: 240, windowSeconds: 60 },
      video: { requests: 5, windowSeconds: 60 },
    });
  });

  it('takes the roles of this process', () => {
    expect(readLivenessConfig({ SERVICES: 'worker' }).roles).toEqual(new Set(['worker']));
    expect(readLivenessConfig({ SERVICES: 'liveness, worker' }).roles).toEqual(
      new Set(['liveness', 'worker']),
    );
    expect(() => readLivenessConfig({ SERVICES: ',' })).toThrow('SERVICES');
  });

  it('takes a bucket, with or without keys, and no half of it', () => {
    expect(readLivenessConfig({ S3_BUCKET: 'videos' }).s3).toEqual({
      bucket: 'videos',
      region: 'us-east-1',
      endpoint: undefined,
      credentials: undefined,
    });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const env = { S3_BUCKET: 'videos', S3_ENDPOINT: 'http://s3:9000', S3_REGION: 'eu', ...keys };
    expect(readLivenessConfig(env).s3).toEqual({
      bucket: 'videos',
      region: 'eu',
      endpoint: 'http://s3:9000',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(() => readLivenessConfig(keys)).toThrow('S3_BUCKET');
    expect(() => readLivenessConfig({ S3_BUCKET: 'videos', S3_ACCESS_KEY_ID: 'id' })).toThrow(
      'S3_SECRET_ACCESS_KEY',
    );
  });

  it('fetches videos from private addresses in development only', () => {
    const env = { VIDEO_URL_ALLOW_PRIVATE: 'true' };
    expect(readLivenessConfig(env).videoUrlAllowPrivate).toBe(true);
    expect(() => readLivenessConfig({ ...env, ENVIRONMENT: 'production' })).toThrow(
      'VIDEO_URL_ALLOW_PRIVATE',
    );
  });

  it('creates no organization in production unless a key is given', () => {
    const production = { ENVIRONMENT: 'production' };
    expect(readLivenessConfig(production).bootstrap).toBeUndefined();
    const withKey = { ...production, BOOTSTRAP_API_KEY: 'sk-fixed-key-of-automation' };
    expect(readLivenessConfig(withKey).bootstrap).toMatchObject({ generatesKeys: false });
  });
});
