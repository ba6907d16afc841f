import { randomUUID } from 'node:crypto';
import { runModule, type TestProcess } from '@vivant/service-kit/testing/child-process';
import { embeddedTestDatabase, type TestDatabase } from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDocumented } from '../testing/documented-response.ts';
import { testFrames } from '../testing/fast-check-request.ts';

const API_KEY = 'sk-fixed-key-of-the-restart-test';

describe('a service whose data lies in one directory', () => {
  let testDatabase: TestDatabase;
  let dataDir: string;
  const processes: TestProcess[] = [];

  beforeAll(async () => {
    // An empty database saves the seconds that creating one takes.
    testDatabase = await embeddedTestDatabase.create();
    ({ dataDir } = testDatabase);
  });

  afterAll(async () => {
    for (const each of processes) each.signal('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
    await testDatabase.remove();
  });

  async function start(): Promise<{ url: string; process: TestProcess }> {
    const env = { LIVENESS_PORT: '0', DATA_DIR: dataDir, BOOTSTRAP_API_KEY: API_KEY, SERVICES: 'liveness' };
    const started = runModule(`
      import { createLogger } from '@vivant/service-kit/logger';
      import { createScriptedEngine } from '@vivant/engine/testing/scripted-engine';
      import { readLivenessConfig } from '@vivant/liveness/config';
      import { startLiveness } from '@vivant/liveness/start';
      import { TEST_MANIFESTS } from '@vivant/liveness/testing/test-service';
      const logger = createLogger({ service: 'test', level: 'silent' });
      const judging = { engine: createScriptedEngine(), manifests: TEST_MANIFESTS };
      const { url } = await startLiveness(readLivenessConfig(${JSON.stringify(env)}), { logger, judging });
      console.log(url);
    `);
    processes.push(started);
    return { url: await started.line('http://'), process: started };
  }

  async function post(service: string, path: string, body: Record<string, unknown>) {
    const response = await fetch(service + path, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    requireDocumented({ method: 'POST', url: path }, { statusCode: response.status, body: text });
    return { status: response.status, data: JSON.parse(text).data };
  }

  it('judges after a kill what was uploaded before it, and says at the upload that it will', async () => {
    const first = await start();
    const session_id = randomUUID();
    const frames = testFrames(10);
    await post(first.url, '/api/v2/upload', { session_id, frames: frames.slice(0, 6), source: 'live' });
    const upload = await post(first.url, '/api/v2/upload', { session_id, frames: frames.slice(6) });
    expect(upload.data).toMatchObject({ is_complete: true, stored_durable: true });
    first.process.signal('SIGKILL');
    expect(await first.process.ended).toBe('SIGKILL');

    const second = await start();
    const check = await post(second.url, '/api/v2/fast-check', { session_id });
    expect(check).toMatchObject({
      status: 200,
      data: { verdict: 'live', frames_processed: 10, session_id, input_source: 'upload_frames' },
    });
  }, 60_000);
});
