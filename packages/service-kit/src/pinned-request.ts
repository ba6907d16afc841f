import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, type PinnedAddress, parseTargetUrl, resolveTarget } from './public-address.ts';

/** A request to an address that a caller gave. */
export interface PinnedRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly policy: AddressPolicy;
  /** Ends the request at any stage, the body of the answer included. Give it a time limit. */
  readonly signal: AbortSignal;
}

/** An answer whose body has not been read: read it with a limit of your own, or destroy it. */
export interface PinnedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
}

/**
 * Sends a request to a public address. The name is resolved once, all its addresses are checked, and the
 * connection goes to those and no others, so that a name which changes meanwhile leads nowhere else. TLS is
 * verified against the name. Redirects are answers: follow one by another call, which checks it anew.
 * @throws ForbiddenAddressError, UnresolvedHostError
 * @throws Error of the socket, or the reason of the signal
 */
export async function sendPinned(options: PinnedRequest): Promise<PinnedResponse> {
  const { method, headers = {}, body, policy, signal } = options;
  const url = parseTargetUrl(options.url);
  const addresses = await orAborted(resolveTarget(url, policy), signal);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        // A connection of its own: one that is kept could belong to another name or an older check.
        agent: false,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        lookup: lookupAmong(addresses),
        signal,
      },
      (response) => {
        // An error after the head is one of the body: whoever reads it hears of it there.
        response.on('error', () => undefined);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response });
      },
    );
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.end(body);
  });
}

/** Answers every name with the addresses that were checked. */
function lookupAmong(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const fitting = addresses.filter(
      ({ family }) => !options.family || options.family === 0 || options.family === family,
    );
    const [first] = fitting;
    if (!first) callback(new Error('No address of the wanted kind'), '', 0);
    else if (options.all) callback(null, [...fitting]);
    else callback(null, first.address, first.family);
  };
}

/** A resolver cannot be interrupted; its late answer is dropped. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
