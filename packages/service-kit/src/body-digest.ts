import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Name of the request decorator that carries the digest. */
const BODY_SHA256 = 'bodySha256';

/** Lets the requests of a server carry the digest of their body. */
export function declareBodyDigest(server: FastifyInstance): void {
  server.decorateRequest(BODY_SHA256, null);
}

/** Whether anybody will ask for the digest: hashing 96 MiB is not free. */
export function needsBodyDigest(request: FastifyRequest): boolean {
  return request.headers['idempotency-key'] !== undefined;
}

/** Notes the digest of a body that a parser has read. */
export function noteBodyDigest(request: FastifyRequest, sha256: string | undefined): void {
  request.setDecorator(BODY_SHA256, sha256 ?? null);
}

/** SHA-256 of the body in hex; undefined when there was no body or its parser does not compute one. */
export function bodyDigestOf(request: FastifyRequest): string | undefined {
  return request.getDecorator<string | null>(BODY_SHA256) ?? undefined;
}

/** SHA-256 in hex of bytes that came in pieces. */
export function sha256Of(chunks: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
