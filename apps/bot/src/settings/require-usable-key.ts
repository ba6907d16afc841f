import { ApiError } from '@vivant/service-kit/api-error';

/** @throws ApiError `validation_error` when checks cannot be made with a key, `service_unavailable` when nobody knows */
export type RequireUsableKey = (apiKey: string) => Promise<void>;

const TIMEOUT_MS = 5_000;

/** What the verification service says of a key before it reads what is to be judged. */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'the verification service does not know this key.',
  402: "the key's account has no credits or is suspended.",
  403: 'the key may not make checks.',
};

/**
 * Builds the live check of a key: a check without content, which is refused for its content (400) only when the key could
 * have made it, and costs nothing.
 */
export function createRequireUsableKey(livenessUrl: string): RequireUsableKey {
  return async (apiKey) => {
    const status = await statusOf(livenessUrl, apiKey);
    const refusal = REFUSALS[status];
    if (refusal !== undefined) throw new ApiError('validation_error', `apiKey: ${refusal}`);
    if (status !== 400) throw unreachable();
  };
}

async function statusOf(livenessUrl: string, apiKey: string): Promise<number> {
  try {
    const response = await fetch(`${livenessUrl}/api/v1/fast-check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(cause?: unknown): ApiError {
  return new ApiError(
    'service_unavailable',
    'The verification service gives no answer, so the key could not be tried. Nothing was changed.',
    { headers: { 'retry-after': '5' }, cause },
  );
}
