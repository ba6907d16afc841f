import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** The key that the measured service creates at its start. */
export const API_KEY = 'sk-bench0000000000000000000000';

/** A check request whose session id is replaced in place: the client's own work must not be what is measured. */
export interface CheckBody {
  next(): Buffer;
}

const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';

/** Builds the body of a fast-check once. */
export function createCheckBody(model: string, frames: readonly Uint8Array[]): CheckBody {
  const body = {
    session_id: PLACEHOLDER,
    model,
    frames: frames.map((bytes, index) => ({
      index,
      timestamp_ms: (index * 1000) / 30,
      pixels: Buffer.from(bytes).toString('base64'),
    })),
  };
  const template = Buffer.from(JSON.stringify(body));
  const at = template.indexOf(PLACEHOLDER);
  return {
    next() {
      const copy = Buffer.from(template);
      copy.write(randomUUID(), at, 'latin1');
      return copy;
    },
  };
}

/** Where and how to send checks. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly body: CheckBody;
}

/** Sends `count` checks, `concurrency` at a time, and returns each one's latency in milliseconds. */
export async function sendChecks(target: Target, count: number, concurrency: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  let left = count;
  async function work(): Promise<void> {
    while (left-- > 0) latencies.push(await sendCheck(target, agent));
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  agent.destroy();
  return latencies;
}

function sendCheck({ url, apiKey, body }: Target, agent: Agent): Promise<number> {
  const payload = body.next();
  const startedMs = performance.now();
  const headers = {
    'content-type': 'application/json',
    'content-length': payload.length,
    'x-api-key': apiKey,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/v1/fast-check`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) return resolve(performance.now() - startedMs);
        reject(new Error(`${response.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
