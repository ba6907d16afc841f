import type { ErrorCode } from '@vivant/contract/error-codes';
import type { Undecodable, UndecodableCause } from '@vivant/engine/check';
import { ApiError } from '@vivant/service-kit/api-error';

const REFUSALS: Record<UndecodableCause, { code: ErrorCode; says: string }> = {
  'unknown-format': { code: 'validation_error', says: 'is no PNG, JPEG or WebP image' },
  corrupt: { code: 'validation_error', says: 'cannot be decoded' },
  'too-many-pixels': { code: 'payload_too_large', says: 'has too many pixels' },
};

/** The refusal of a capture with a frame that the engine cannot take as an image. */
export function undecodableFrame({ frameIndex, cause }: Undecodable): ApiError {
  const { code, says } = REFUSALS[cause];
  return new ApiError(code, `Frame ${frameIndex} ${says}.`);
}
