import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@vivant/service-kit/database';
import { runModule, type TestProcess } from '@vivant/service-kit/testing/child-process';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
} from '@vivant/video/testing/clips';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checks } from '../checks/checks-table.ts';
import { createS3ObjectStore } from '../objects/s3-object-store.ts';
import { startTestS3, type TestS3 } from '../testing/test-object-stores.ts';
import { openMigrated, openTestService, type TestService } from '../testing/test-service.ts';
import { videoFile, videoRequest } from '../testing/video-request.ts';
import { videoKey } from './video-key.ts';

const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');
const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL')!;

/** A worker is taken for dead after 10 s of silence. */
const PATIENCE = { timeout: 40_000, interval: 100 };

describe.skipIf(!ffmpeg || postgres.unavailable !== undefined)('a worker process of its own', () => {
  let clips: ClipFolder;
  let testDatabase: TestDatabase;
  let database: Database;
  let s3: TestS3;
  let service: TestService;
  let folder: string;
  const workers: TestProcess[] = [];

  beforeAll(async () => {
    clips = await createClipFolder(ffmpeg!.path);
    testDatabase = await postgres.create();
    database = await openMigrated(testDatabase);
    s3 = await startTestS3();
    folder = await mkdtemp(join(tmpdir(), 'vivant-workers-'));
    service = await openTestService({ database, objects: createS3ObjectStore(s3.options) });
  });
  afterAll(async () => {
    for (const worker of workers) worker.signal('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await service.close();
    await database.close();
    await testDatabase.remove();
    await s3.stop();
    await clips.remove();
    await rm(folder, { recursive: true });
  });

  /** Starts a worker that shares only the database and the object store; says so when it judges, and waits if told. */
  function startWorker({ name, waits }: { name: string; waits: boolean }): TestProcess {
    const { endpoint, bucket, credentials } = s3.options;
    const env = {
      DATABASE_URL: testDatabase.url,
      DATA_DIR: join(folder, name),
      SERVICES: 'worker',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: credentials?.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
    };
    const worker = runModule(`
      import { createLogger } from '@vivant/service-kit/logger';
      import { createScriptedEngine } from '@vivant/engine/testing/scripted-engine';
      import { readLivenessConfig } from '@vivant/liveness/config';
      import { startWorker } from '@vivant/liveness/start';
      import { TEST_MANIFESTS } from '@vivant/liveness/testing/test-service';
      const engine = createScriptedEngine();
      if (${waits}) engine.hold();
      void engine.begun(1).then(() => console.log('judging'));
      const logger = createLogger({ service: 'test', level: 'silent' });
      const judging = { engine, manifests: TEST_MANIFESTS };
      const worker = await startWorker(readLivenessConfig(${JSON.stringify(env)}), { logger, judging });
      console.log('ready');
      process.on('SIGTERM', () => worker.stop().then(() => process.exit(0)));
    `);
    workers.push(worker);
    return worker;
  }

  it('killed in the middle of a video leaves it to another one, which judges and charges it once', async () => {
    const organization = await service.addOrganization();
    const file = await clips.make('clip.mp4', ...redLeftBlueRight(64, 48, 5), '-c:v', 'mpeg4');
    const first = startWorker({ name: 'first', waits: true });
    await first.line('ready');
    const submitted = await service.inject(
      await videoRequest(organization, [videoFile('clip.mp4', await readFile(file))]),
    );
    const { submission_id: id } = submitted.json().data;
    const poll = async () => {
      const url = `/api/v1/${organization.id}/video/detect/${id}`;
      return (await service.inject({ url, headers: { 'x-api-key': organization.apiKey } })).json().data;
    };

    await first.line('judging');
    expect((await poll()).status).toBe('processing');
    first.signal('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await vi.waitFor(async () => expect((await poll()).status).toBe('pending'), PATIENCE);

    const second = startWorker({ name: 'second', waits: false });
    await second.line('judging');
    const done = await vi.waitFor(async () => {
      const data = await poll();
      expect(data.status).toBe('completed');
      return data;
    }, PATIENCE);
    expect(done.result).toMatchObject({ verdict: 'live', session_id: id });
    expect(await service.readCredits(organization)).toEqual({ balance: 99, amounts: [100, -1] });
    expect(await database.db.select().from(checks).where(eq(checks.sessionId, id))).toHaveLength(1);
    const objects = createS3ObjectStore(s3.options);
    await vi.waitFor(async () => expect(await objects.exists(videoKey(id))).toBe(false), PATIENCE);
    await objects.close();

    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  }, 90_000);
});
