import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../generated/liveness-types.ts';
import {
  type Arrived,
  hangUp,
  type Respond,
  refuse,
  type ScriptedServer,
  startScriptedServer,
  stayAway,
  succeed,
} from '../testing/scripted-server.ts';
import { createTestRuntime } from '../testing/test-runtime.ts';
import { createLivenessClient, type LivenessClient, StreamIncompleteError } from './liveness-client.ts';

const REQUIRED = 10;

let server: ScriptedServer;
let client: LivenessClient;
/** What the service has of the session. */
let buffered: Set<number>;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  buffered = new Set();
  server.script(buffer);
  client = createLivenessClient({ baseUrl: server.url, runtime: createTestRuntime(), maxRetries: 0 });
});

function frame(index: number): Frame {
  return { index, timestamp_ms: index * 33, pixels: 'AQID' };
}

function frames(count = REQUIRED): Frame[] {
  return Array.from({ length: count }, (_, index) => frame(index));
}

function indexOf(request: Arrived): number {
  return JSON.parse(String(request.body)).frame.index;
}

/** Buffers as the service does: the frame that completes the set gets the verdict. */
const buffer: Respond = (response, request) => {
  buffered.add(indexOf(request));
  const status = buffered.size >= REQUIRED ? 'complete' : 'buffering';
  const data = { status, frames_received: buffered.size, frames_required: REQUIRED };
  succeed({ ...data, ...(status === 'complete' && { verdict: 'live' }) })(response, request);
};

/** Answers some requests otherwise, by the index of the frame and how often it came before. */
function except(choose: (index: number, before: number) => Respond | undefined): Respond {
  const seen = new Map<number, number>();
  return (response, request) => {
    const index = indexOf(request);
    const before = seen.get(index) ?? 0;
    seen.set(index, before + 1);
    (choose(index, before) ?? buffer)(response, request);
  };
}

describe('streamFrames', () => {
  it('sends each frame once, all of one session, and answers with the verdict', async () => {
    const progress: number[] = [];
    const { data } = await client.checks.streamFrames({
      frames: frames(),
      model: '10',
      onProgress: ({ frames_received }) => progress.push(frames_received),
    });
    expect(data).toMatchObject({ status: 'complete', verdict: 'live' });
    expect(server.requests.map(indexOf).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const sessions = new Set(server.requests.map(({ body }) => JSON.parse(String(body)).session_id));
    expect(sessions.size).toBe(1);
    expect(progress.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has as many requests under way as it may, and no more', async () => {
    for (const [concurrency, expected] of [
      [1, 1],
      [4, 4],
      [undefined, 6],
      [50, 8],
    ] as const) {
      buffered = new Set();
      let underWay = 0;
      let most = 0;
      const waiting: (() => void)[] = [];
      server.script((response, request) => {
        underWay += 1;
        most = Math.max(most, underWay);
        waiting.push(() => {
          underWay -= 1;
          buffer(response, request);
        });
        // Whoever waits is answered when no more can come.
        if (underWay === expected) for (const go of waiting.splice(0)) setImmediate(go);
        else if (buffered.size + underWay === REQUIRED) for (const go of waiting.splice(0)) go();
      });
      await client.checks.streamFrames({ frames: frames(), concurrency });
      expect(most).toBe(expected);
    }
  });

  it('sends frames again that got lost on the way', async () => {
    server.script(except((index, before) => (index % 3 === 0 && before === 0 ? hangUp : undefined)));
    const { data } = await client.checks.streamFrames({ frames: frames() });
    expect(data.verdict).toBe('live');
    expect(server.requests).toHaveLength(14);
  });

  it('asks again for a verdict that could not be given', async () => {
    server.script(
      except((index, before) => {
        if (buffered.size < REQUIRED - 1 || before > 0) return undefined;
        return (response, request) => {
          buffered.add(index);
          refuse(503, 'service_unavailable')(response, request);
        };
      }),
    );
    expect((await client.checks.streamFrames({ frames: frames() })).data.verdict).toBe('live');
  });

  it('sends everything again when the service forgot it', async () => {
    let isForgotten = false;
    server.script((response, request) => {
      if (buffered.size === REQUIRED - 1 && !isForgotten) {
        isForgotten = true;
        buffered.clear();
      }
      buffer(response, request);
    });
    expect((await client.checks.streamFrames({ frames: frames() })).data.verdict).toBe('live');
    expect(server.requests.length).toBeGreaterThan(REQUIRED);
  });

  it('says how many frames are missing, and for which session', async () => {
    const session_id = '3f0e4f5e-0000-4000-8000-000000000001';
    const call = client.checks.streamFrames({ session_id, frames: frames(7) });
    await expect(call).rejects.toBeInstanceOf(StreamIncompleteError);
    await expect(call).rejects.toMatchObject({
      sessionId: session_id,
      framesReceived: 7,
      framesRequired: 10,
    });
    expect(server.requests).toHaveLength(7);
  });

  it('ends at once with a refusal that stays one', async () => {
    server.script(except((index) => (index === 2 ? refuse(400, 'validation_error') : undefined)));
    await expect(client.checks.streamFrames({ frames: frames(), concurrency: 1 })).rejects.toMatchObject({
      code: 'validation_error',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('ends with the last failure when frames never arrive', async () => {
    server.script(except((index) => (index === 4 ? refuse(503, 'service_unavailable') : undefined)));
    await expect(client.checks.streamFrames({ frames: frames() })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(server.requests.filter((request) => indexOf(request) === 4)).toHaveLength(3);
  });

  it('takes no more frames from a camera than the model needs', async () => {
    let captured = 0;
    let isClosed = false;
    async function* camera() {
      try {
        for (; ; captured += 1) yield frame(captured);
      } finally {
        isClosed = true;
      }
    }
    await client.checks.streamFrames({ frames: camera() });
    expect(server.requests).toHaveLength(REQUIRED);
    expect(captured).toBeLessThanOrEqual(REQUIRED + 6);
    expect(isClosed).toBe(true);
  });

  it('does not wait for a camera that stands still once there is a verdict', async () => {
    buffered = new Set([5, 6, 7, 8, 9]);
    async function* camera() {
      for (let index = 0; index < 5; index += 1) yield frame(index);
      await new Promise(() => undefined);
    }
    expect((await client.checks.streamFrames({ frames: camera() })).data.verdict).toBe('live');
  });

  it('ends with the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    server.script(except((index) => (index === 3 ? () => abort.abort(reason) : stayAway)));
    const call = client.checks.streamFrames({ frames: frames() }, { signal: abort.signal });
    await expect(call).rejects.toBe(reason);
  });

  it('passes on what its source throws', async () => {
    const reason = new Error('no camera');
    async function* camera(): AsyncGenerator<Frame> {
      yield frame(0);
      throw reason;
    }
    await expect(client.checks.streamFrames({ frames: camera() })).rejects.toBe(reason);
  });
});
