import { createHash } from 'node:crypto';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { needsBodyDigest, noteBodyDigest } from '@vivant/service-kit/body-digest';
import type { FastifyRequest } from 'fastify';

/**
 * The digest of what a form holds: names, values, file names and bytes, whatever the boundary and the order of its parts.
 * Costs nothing when nobody will ask for it.
 */
export class FormDigest {
  readonly #request: FastifyRequest;
  readonly #isNeeded: boolean;
  readonly #parts: string[] = [];

  constructor(request: FastifyRequest) {
    this.#request = request;
    this.#isNeeded = needsBodyDigest(request);
  }

  addField({ fieldname, value }: MultipartValue): void {
    if (this.#isNeeded) this.#parts.push(JSON.stringify(['field', fieldname, value]));
  }

  /** Passes the bytes of a file on; it counts when the last one was read. */
  file({ file, fieldname, filename }: MultipartFile): AsyncIterable<Uint8Array> {
    return this.#isNeeded ? this.#passOn(file, ['file', fieldname, filename]) : file;
  }

  /** Reads a file that the form has and nobody wants. */
  async skip(part: MultipartFile): Promise<void> {
    if (!this.#isNeeded) part.file.resume();
    else for await (const _ of this.file(part));
  }

  /** Notes the digest on the request, when all parts were read. */
  note(): void {
    if (!this.#isNeeded) return;
    const parts = this.#parts.toSorted().join('\n');
    noteBodyDigest(this.#request, createHash('sha256').update(parts).digest('hex'));
  }

  async *#passOn(content: AsyncIterable<Uint8Array>, name: readonly string[]): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
    this.#parts.push(JSON.stringify([...name, hash.digest('hex')]));
  }
}
