import { EngineBusyError, EngineStoppedError, WorkerCrashedError } from '@vivant/engine/check';
import { ApiError } from '@vivant/service-kit/api-error';

/** A check takes about a second of a worker; a caller that waits this long usually finds room. */
const RETRY_AFTER_SECONDS = '2';

/** What the caller is told when the engine could not finish; other errors are returned as they are. */
export function toPublicError(error: unknown): unknown {
  if (error instanceof EngineBusyError) return unavailable('Too many checks are waiting; try again.', error);
  if (error instanceof EngineStoppedError)
    return unavailable('The service is shutting down; try again.', error);
  if (error instanceof WorkerCrashedError) {
    return new ApiError('internal_error', 'The check could not be finished. Nothing was charged.', {
      cause: error,
      retryable: true,
    });
  }
  return error;
}

function unavailable(message: string, cause: Error): ApiError {
  return new ApiError('service_unavailable', message, {
    cause,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}
