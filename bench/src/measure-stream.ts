import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { benchStores } from './config.ts';
import { drawCapture } from './frames.ts';
import { API_KEY } from './load.ts';
import type { Measurement } from './measurement.ts';
import { type BenchServer, startServer } from './server.ts';
import { median, quantile } from './statistics.ts';

const MODEL = 'mixed-30-v2';
const FRAMES = 30;
const SESSIONS_IN_TURN = 40;
const SESSIONS_AT_ONCE = 100;
const CONNECTIONS = 16;

/** Measures streams whose frames no net looks at: time to buffer a frame, frames a second, memory of 100 sessions at once. */
export async function measureStream({ dataDir }: Measurement): Promise<void> {
  const pixels = (await drawCapture(FRAMES)).map((bytes) => Buffer.from(bytes).toString('base64'));
  const stores = benchStores();
  const server = await startServer({ dataDir, apiKey: API_KEY, withoutEngine: true, env: stores });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (session_id: string, index: number) => sendFrame(server, agent, { session_id, index, pixels });
  try {
    console.log(
      `streams, ${Object.keys(stores).join(' and ') || 'embedded'}, frames of ${pixels[0]!.length >> 10} KiB in base64`,
    );
    const latencies: number[] = [];
    for (let session = 0; session < SESSIONS_IN_TURN; session++) {
      const id = randomUUID();
      for (let index = 0; index < FRAMES; index++) {
        const ms = await send(id, index);
        if (session > 0 && index < FRAMES - 1) latencies.push(ms);
      }
    }
    console.log(
      `buffering, one at a time: p50 ${median(latencies).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms`,
    );

    const before = await server.report();
    const ids = Array.from({ length: SESSIONS_AT_ONCE }, () => randomUUID());
    const startedMs = performance.now();
    // All but the last frame of each: nothing can be given back yet.
    for (let index = 0; index < FRAMES - 1; index++) await Promise.all(ids.map((id) => send(id, index)));
    const seconds = (performance.now() - startedMs) / 1000;
    const full = await server.report();
    await Promise.all(ids.map((id) => send(id, FRAMES - 1)));
    const frames = SESSIONS_AT_ONCE * (FRAMES - 1);
    console.log(
      `${SESSIONS_AT_ONCE} sessions at once: ${(frames / seconds).toFixed(0)} frames/s, CPU ${((full.cpuMs - before.cpuMs) / frames).toFixed(2)} ms a frame`,
    );
    console.log(
      `memory: ${before.rssMiB.toFixed(0)} MiB before, ${full.rssMiB.toFixed(0)} MiB with all of them buffered`,
    );
    const after = await server.report();
    console.log(`        ${after.rssMiB.toFixed(0)} MiB after their verdicts`);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

interface StreamFrame {
  readonly session_id: string;
  readonly index: number;
  readonly pixels: readonly string[];
}

function sendFrame(
  { url }: BenchServer,
  agent: Agent,
  { session_id, index, pixels }: StreamFrame,
): Promise<number> {
  const frame = { index, timestamp_ms: (index * 1000) / 30, pixels: pixels[index] };
  const payload = Buffer.from(JSON.stringify({ session_id, model: MODEL, frame }));
  const headers = {
    'content-type': 'application/json',
    'content-length': payload.length,
    'x-api-key': API_KEY,
  };
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/api/v1/fast-check-stream`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedMs);
          else reject(new Error(`a frame was answered with ${response.statusCode}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
