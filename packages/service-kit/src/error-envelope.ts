import type { ErrorEnvelope } from '@vivant/contract/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** Shapes the body of an error answer. */
export type ErrorPresenter = (error: ApiError) => unknown;

/** The error body of the liveness service. */
export function presentEnvelope(error: ApiError): ErrorEnvelope {
  return {
    data: null,
    success: false,
    message: error.message,
    errors: [error, ...error.others].map((each) => ({ [each.code]: messagesOf(each) })),
    ...(error.requiredScope && { required_scope: error.requiredScope }),
  };
}

function messagesOf(error: ApiError): string[] {
  const messages = Object.entries(error.details).flatMap(([field, texts]) =>
    texts.map((text) => `${field}: ${text}`),
  );
  return messages.length > 0 ? messages : [error.message];
}

/** Answers a failed request; the one place where an error becomes an HTTP answer. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  present: ErrorPresenter,
): void {
  const answer = toApiError(error, request.id);
  logFailure(error, answer, request);
  // fastify closes the connection after a body that was refused, which can reach the client before the
  // answer does; node discards the rest of the body by itself.
  if (answer.code === 'payload_too_large') reply.removeHeader('connection');
  void reply
    .code(answer.status)
    .headers(answer.headers)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(present(answer));
}

function logFailure(error: unknown, answer: ApiError, request: FastifyRequest): void {
  if (answer.status === 500) request.log.error({ err: error }, 'request failed');
  else if (answer.status > 500) request.log.warn({ err: error }, 'request could not be served');
  else request.log.info({ code: answer.code }, 'request refused');
}

/** The public error for whatever was thrown; what is not expected becomes a bare `internal_error`. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) {
    return new ApiError('service_unavailable', 'The database cannot be reached. Try again shortly.', {
      headers: { 'retry-after': '1' },
      cause: error,
    });
  }
  const code = frameworkErrorCode(error);
  if (code) return new ApiError(code, MESSAGES[code], { cause: error });
  return new ApiError('internal_error', `Something went wrong on our side. Request id: ${requestId}`, {
    cause: error,
  });
}

const MESSAGES = {
  payload_too_large: 'The body is larger than this route accepts.',
  unsupported_media_type: 'This route does not read bodies of this content type.',
  validation_error: 'The request is not valid.',
} as const;

/** Only fastify's own errors say something about the request; any other `statusCode` is a coincidence. */
function frameworkErrorCode(error: unknown): keyof typeof MESSAGES | undefined {
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined;
  const { code, statusCode } = error;
  if (typeof code !== 'string' || !code.startsWith('FST_') || typeof statusCode !== 'number')
    return undefined;
  if (statusCode === 413) return 'payload_too_large';
  if (statusCode === 415) return 'unsupported_media_type';
  return statusCode < 500 ? 'validation_error' : undefined;
}
