import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { JudgementError, type JudgeRequest } from './frame-judge.ts';
import { createLivenessJudge } from './liveness-judge.ts';

interface Check {
  readonly headers: IncomingMessage['headers'];
  readonly body: { session_id: string; model: string; frames: { timestamp_ms: number; pixels: string }[] };
}

type Answer = (response: ServerResponse) => void;

const RESULT = {
  verdict: 'live',
  score: 93.1,
  real_score: 0.931,
  confidence: 0.931,
  frames_processed: 2,
  processing_ms: 41,
};

const judged: Answer = (response) => reply(response, 200, { success: true, message: 'ok', data: RESULT });

function refused(status: number, code: string): Answer {
  return (response) =>
    reply(response, status, { data: null, success: false, message: 'no', errors: [{ [code]: ['no'] }] });
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service that answers one check after the other, the last answer for ever. */
async function serve(...answers: readonly Answer[]) {
  const checks: Check[] = [];
  const listening = createServer((request, response) => {
    void text(request).then((body) => {
      checks.push({ headers: request.headers, body: JSON.parse(body) as Check['body'] });
      (answers[checks.length - 1] ?? answers.at(-1))?.(response);
    });
  });
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.address() as AddressInfo;
  return { checks, baseUrl: `http://127.0.0.1:${port}` };
}

function request(override: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    checkId: '0f2b6f0e-6a36-4a5e-9d6e-6a2f6a6c7f10',
    model: 'mixed-10-v2',
    frames: [
      { timestampMs: 100, data: Uint8Array.of(1, 2) },
      { timestampMs: 203.5, data: Uint8Array.of(3) },
    ],
    signal: new AbortController().signal,
    ...override,
  };
}

const apiKey = 'sk-bot-of-the-tests';

describe('the judge over HTTP', () => {
  it('sends the frames with their timestamps under the id of the check and gives the verdict', async () => {
    const { checks, baseUrl } = await serve(judged);
    await expect(createLivenessJudge({ baseUrl, apiKey }).judge(request())).resolves.toEqual({
      verdict: 'live',
      score: 93.1,
      realScore: 0.931,
      confidence: 0.931,
      framesProcessed: 2,
      processingMs: 41,
    });
    expect(checks[0]!.headers['x-api-key']).toBe(apiKey);
    expect(checks[0]!.body).toEqual({
      session_id: request().checkId,
      model: 'mixed-10-v2',
      frames: [
        { index: 0, timestamp_ms: 100, pixels: 'AQI=' },
        { index: 1, timestamp_ms: 203.5, pixels: 'Aw==' },
      ],
    });
  });

  it('repeats under the same id what may work later, so that nothing is charged twice', async () => {
    const lost: Answer = (response) => response.destroy();
    const { checks, baseUrl } = await serve(lost, refused(503, 'service_unavailable'), judged);
    await createLivenessJudge({ baseUrl, apiKey }).judge(request());
    expect(checks).toHaveLength(3);
    expect(new Set(checks.map(({ body }) => body.session_id))).toHaveProperty('size', 1);
    expect(new Set(checks.map(({ headers }) => headers['idempotency-key']))).toHaveProperty('size', 1);
  });

  it('gives up when its patience ends', async () => {
    const { baseUrl } = await serve(refused(503, 'service_unavailable'));
    const judging = createLivenessJudge({ baseUrl, apiKey, patienceMs: 100 }).judge(request());
    await expect(judging).rejects.toMatchObject({
      name: 'JudgementError',
      retryable: true,
      message: 'The verification service did not answer in time.',
    });
  });

  it.each([
    [400, 'insufficient_frames', 'Too few frames showed one usable face.'],
    [402, 'insufficient_credits', 'The account has no credits left for this check.'],
    [401, 'invalid_key', 'The verification service refused the key.'],
    [400, 'validation_error', 'The verification service refused the check (validation_error).'],
  ])('tells a refusal (%i %s) at once', async (status, code, message) => {
    const { checks, baseUrl } = await serve(refused(status, code));
    const judging = createLivenessJudge({ baseUrl, apiKey }).judge(request());
    await expect(judging).rejects.toMatchObject({ name: 'JudgementError', retryable: false, message });
    expect(checks).toHaveLength(1);
  });

  it('tells when something else answers', async () => {
    const { baseUrl } = await serve((response) => response.end('<html>'));
    const judging = createLivenessJudge({ baseUrl, apiKey }).judge(request());
    await expect(judging).rejects.toThrow(JudgementError);
  });

  it('ends at once, with the reason, when it is given up', async () => {
    const controller = new AbortController();
    const { baseUrl } = await serve(() => controller.abort(new Error('given up')));
    const judging = createLivenessJudge({ baseUrl, apiKey }).judge(request({ signal: controller.signal }));
    await expect(judging).rejects.toThrow('given up');
  });
});
