import { createLivenessClient, type LivenessClient } from '@vivant/sdk/liveness-client';
import { LivenessApiError, type LivenessErrorCode } from '@vivant/sdk/liveness-error';
import { type FrameJudge, JudgementError, type JudgeRequest } from './frame-judge.ts';

/** Where frames are judged and who pays. */
export interface LivenessJudgeOptions {
  /** Address of the verification service. */
  readonly baseUrl: string;
  /** The caller's bot key; the service bills the key that it is linked to. */
  readonly apiKey: string;
  /** How long one judgement may take, its repetitions included, in milliseconds. Default 60 s. */
  readonly patienceMs?: number;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

const PATIENCE_MS = 60_000;

/** What participants' history says about refusals that a person can do something about. */
const REFUSALS: Partial<Record<LivenessErrorCode, string>> = {
  insufficient_frames: 'Too few frames showed one usable face.',
  insufficient_credits: 'The account has no credits left for this check.',
  account_suspended: 'The account is suspended.',
  invalid_key: 'The verification service refused the key.',
  insufficient_scope: 'The key may not check frames.',
};

/**
 * The verification service over HTTP. Repeats what may work later, with growing pauses and always under the same session
 * id, as long as its patience lasts.
 */
export function createLivenessJudge(options: LivenessJudgeOptions): FrameJudge {
  const { baseUrl, apiKey, patienceMs = PATIENCE_MS, fetch } = options;
  const client = createLivenessClient({ baseUrl, apiKey, fetch, maxRetries: Number.POSITIVE_INFINITY });
  return {
    async judge(request) {
      const patience = AbortSignal.timeout(patienceMs);
      try {
        return await check(client, request, AbortSignal.any([request.signal, patience]));
      } catch (error) {
        if (request.signal.aborted) throw error;
        throw asJudgementError(error, patience);
      }
    },
  };
}

async function check(client: LivenessClient, request: JudgeRequest, signal: AbortSignal) {
  const frames = request.frames.map(({ timestampMs, data }, index) => ({
    index,
    timestamp_ms: timestampMs,
    pixels: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
  }));
  const check = { session_id: request.checkId, model: request.model, frames };
  const { data } = await client.checks.fastCheck(check, { signal });
  return {
    verdict: data.verdict,
    score: data.score,
    realScore: data.real_score,
    confidence: data.confidence,
    framesProcessed: data.frames_processed,
    processingMs: data.processing_ms,
  };
}

function asJudgementError(cause: unknown, patience: AbortSignal): JudgementError {
  if (patience.aborted) {
    return new JudgementError('The verification service did not answer in time.', { retryable: true, cause });
  }
  if (cause instanceof LivenessApiError) {
    const { code, retryable }: LivenessApiError = cause;
    const text = REFUSALS[code] ?? `The verification service refused the check (${code}).`;
    return new JudgementError(text, { retryable, cause });
  }
  return new JudgementError('What answered is not the verification service.', { retryable: false, cause });
}
