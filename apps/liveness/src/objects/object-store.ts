import type { Readable } from 'node:stream';

/** Where uploads are kept until they are judged; replicas share it. */
export interface ObjectStore {
  readonly kind: 'files' | 's3';
  /**
   * Stores a stream under a key, replacing what was there; readers see all of it or nothing. When it fails, nothing is
   * left behind. Holds a few MiB of the content in memory at most.
   * @param key letters, digits, `-`, `_` and `/`, for example `videos/5a1f...`
   * @returns the number of bytes stored
   * @throws ObjectTooLargeError beyond `bytesMax`, ObjectStoreError when the store does not answer, and whatever the
   *   content throws
   */
  put(key: string, content: AsyncIterable<Uint8Array>, options: { bytesMax: number }): Promise<number>;
  /** @throws ObjectMissingError, ObjectStoreError */
  open(key: string): Promise<Readable>;
  /** Does nothing when there is no such object. @throws ObjectStoreError */
  delete(key: string): Promise<void>;
  /** @throws ObjectStoreError */
  exists(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The content is longer than allowed. */
export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
  readonly bytesMax: number;

  constructor(bytesMax: number) {
    super(`The content is larger than ${bytesMax} bytes.`);
    this.bytesMax = bytesMax;
  }
}

/** There is no object under the key. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}

/** The store failed or cannot be reached; the same call may succeed later. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;

/** Keys become file paths: one that could leave its folder is a programming error. */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`"${key}" cannot be the key of an object.`);
}
