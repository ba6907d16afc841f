import type { Socket } from 'node:net';
import { ApiError } from './api-error.ts';
import type { ErrorPresenter } from './error-envelope.ts';

/** Answers bytes that are no HTTP request: there is no request object, so the answer is written by hand. */
export function answerMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  present: ErrorPresenter,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(present(new ApiError('validation_error', messageFor(error.code))));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function messageFor(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are too large.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'This is not a valid HTTP request.';
}
