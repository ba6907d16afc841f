import { ApiError } from './api-error.ts';
import {
  type AddressPolicy,
  ForbiddenAddressError,
  parseTargetUrl,
  resolveTarget,
  UnresolvedHostError,
} from './public-address.ts';

/** A resolver that takes longer is as good as none here: every delivery asks again. */
const RESOLVE_TIMEOUT_MS = 3_000;

/**
 * Refuses an address that events will never be posted to. One whose host does not resolve is taken: the receiver
 * may not be there yet.
 * @throws ApiError `validation_error` naming the field
 */
export async function requireTarget(text: string, policy: AddressPolicy, field: string): Promise<void> {
  try {
    await Promise.race([resolveTarget(parseTargetUrl(text), policy), pause(RESOLVE_TIMEOUT_MS)]);
  } catch (error) {
    if (error instanceof UnresolvedHostError) return;
    if (!(error instanceof ForbiddenAddressError)) throw error;
    throw new ApiError('validation_error', `${field}: ${error.message}`, {
      details: { [field]: [error.message] },
    });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
