import { ApiError } from '@vivant/service-kit/api-error';
import { ForbiddenAddressError, parseTargetUrl } from '@vivant/service-kit/public-address';

/**
 * Refuses an address that will never be fetched; where its host leads is looked at when it is fetched.
 * @throws ApiError `invalid_video_input`
 */
export function requireVideoUrl(text: string): void {
  try {
    parseTargetUrl(text);
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    throw new ApiError('invalid_video_input', `video_url: ${error.message}`, { cause: error });
  }
}
