import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { drawFrames } from './frames.ts';
import { API_KEY } from './load.ts';
import type { Measurement } from './measurement.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const SECONDS = 10;
const FPS = 30;
const ROUNDS = 5;
const POLL_MS = 20;

/** Measures a 640x480 h264 video of ten seconds on an idle worker, from its submission to its result. */
export async function measureVideo({ dataDir, modelId }: Measurement): Promise<void> {
  const file = await makeVideo(dataDir);
  const server = await startServer({ dataDir, apiKey: API_KEY });
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timeVideo(server.url, file, modelId));
    console.log(
      `video of ${SECONDS} s (${(file.length / 2 ** 20).toFixed(1)} MiB), ${modelId}: p50 ${median(times).toFixed(0)} ms, ` +
        `first ${times[0]!.toFixed(0)} ms`,
    );
  } finally {
    await server.stop();
  }
}

async function makeVideo(folder: string): Promise<Buffer> {
  const path = join(folder, 'capture.mp4');
  const frames = drawFrames(FPS);
  const { width, height } = frames[0]!;
  // One second of drawn frames, ten times over.
  const input = Buffer.concat(Array.from({ length: SECONDS }, () => frames.map(({ data }) => data)).flat());
  const raw = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    String(FPS),
    '-i',
    '-',
  ];
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', path];
  execFileSync(await findFfmpeg(), ['-nostdin', '-loglevel', 'error', ...raw, ...encode], { input });
  return readFile(path);
}

async function timeVideo(url: string, file: Buffer, model: string): Promise<number> {
  const form = new FormData();
  form.set('video_file', new Blob([new Uint8Array(file)]), 'capture.mp4');
  form.set('model', model);
  const headers = { 'x-api-key': API_KEY };
  const startedMs = performance.now();
  const { submission_id: id } = await read(
    await fetch(`${url}/api/v1/demo/video/detect`, { method: 'POST', headers, body: form }),
  );
  for (;;) {
    const { status, error } = await read(
      await fetch(`${url}/api/v1/demo/video/detect/${String(id)}`, { headers }),
    );
    if (status === 'completed') return performance.now() - startedMs;
    if (status === 'failed') throw new Error(String(error));
    await delay(POLL_MS);
  }
}

async function read(answer: Response): Promise<Record<string, unknown>> {
  const { data, message } = (await answer.json()) as {
    data: Record<string, unknown> | null;
    message: string;
  };
  if (!data) throw new Error(message);
  return data;
}
