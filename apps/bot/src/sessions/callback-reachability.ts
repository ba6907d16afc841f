import { randomBytes } from 'node:crypto';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';

/** @throws ApiError `service_unavailable` when the public address does not lead to this deployment */
export type RequireReachable = () => Promise<void>;

const TIMEOUT_MS = 5_000;

/** An address that worked goes on working for a while. */
const REACHED_TTL_MS = 30_000;

/** The text by which a deployment knows itself; all its replicas answer with the same one. */
export const REACHABILITY_PATH = '/livez';

/** Builds the check of the public address, which asks for this deployment's own sign of life. */
export function createRequireReachable(publicUrl: () => string, clock: Clock): RequireReachable {
  let reachedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonicMs() - reachedMs < REACHED_TTL_MS) return;
    // A proxy must not answer from its memory.
    const url = `${publicUrl()}${REACHABILITY_PATH}?${randomBytes(6).toString('hex')}`;
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      const body: unknown = await response.json();
      if (response.status !== 200 || !isSignOfLife(body)) throw new Error('Somebody else answers there.');
    } catch (error) {
      throw new ApiError(
        'service_unavailable',
        "The bot's public address (PUBLIC_URL) cannot be reached, so meetings could not send anything.",
        { headers: { 'retry-after': '10' }, cause: error },
      );
    }
    reachedMs = clock.monotonicMs();
  };
}

function isSignOfLife(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'service' in body && body.service === 'vivant-bot';
}
