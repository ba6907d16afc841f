import type { Undecodable } from '@vivant/engine/check';
import { ApiError } from '@vivant/service-kit/api-error';

/** The refusal of a capture with a frame that the engine cannot take as an image. */
export function undecodableFrame({ frameIndex, cause }: Undecodable): ApiError {
  switch (cause) {
    case 'unknown-format':
      return new ApiError('validation_error', `Frame ${frameIndex} is no PNG, JPEG or WebP image.`);
    case 'corrupt':
      return new ApiError('validation_error', `Frame ${frameIndex} cannot be decoded.`);
    case 'too-many-pixels':
      return new ApiError('payload_too_large', `Frame ${frameIndex} has too many pixels.`);
  }
}
