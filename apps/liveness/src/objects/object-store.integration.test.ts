import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestObjectStore, testObjectStores } from '../testing/test-object-stores.ts';
import { ObjectMissingError, ObjectTooLargeError } from './object-store.ts';

const MEBIBYTE = 1024 * 1024;

async function* chunks(content: Buffer, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function* failing(content: Buffer): AsyncGenerator<Uint8Array> {
  yield* chunks(content);
  throw new Error('the sender hung up');
}

const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe.each(testObjectStores)('an object store on $name', (adapter) => {
  let test: TestObjectStore;
  beforeAll(async () => {
    test = await adapter.create();
  });
  afterAll(() => test.remove());

  async function read(key: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of await test.store.open(key)) parts.push(part);
    return Buffer.concat(parts);
  }

  const newKey = () => `videos/${randomUUID()}`;

  it.each([
    ['nothing', 0],
    ['a little', 10],
    ['exactly a part', 8 * MEBIBYTE],
    ['several parts and a rest', 20 * MEBIBYTE + 1],
  ])('gives back what it was given: %s', async (_, length) => {
    const key = newKey();
    const content = randomBytes(length);
    expect(await test.store.put(key, chunks(content), { bytesMax: length })).toBe(length);
    expect(await test.store.exists(key)).toBe(true);
    expect(sha(await read(key))).toBe(sha(content));
  });

  it.each([
    ['small', 100],
    ['larger than a part', 9 * MEBIBYTE],
  ])('refuses content over the limit and keeps nothing of it: %s', async (_, length) => {
    const key = newKey();
    const put = test.store.put(key, chunks(randomBytes(length)), { bytesMax: length - 1 });
    await expect(put).rejects.toThrow(ObjectTooLargeError);
    expect(await test.store.exists(key)).toBe(false);
  });

  it('reads no further than the limit', async () => {
    let bytes = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        bytes += 1000;
        yield Buffer.alloc(1000);
      }
    }
    await expect(test.store.put(newKey(), endless(), { bytesMax: 5000 })).rejects.toThrow(
      ObjectTooLargeError,
    );
    expect(bytes).toBe(6000);
  });

  it.each([
    ['small', 100],
    ['larger than a part', 9 * MEBIBYTE],
  ])('passes the error of its content on and keeps nothing: %s', async (_, length) => {
    const key = newKey();
    const put = test.store.put(key, failing(randomBytes(length)), { bytesMax: 10 * MEBIBYTE });
    await expect(put).rejects.toThrow('the sender hung up');
    expect(await test.store.exists(key)).toBe(false);
  });

  it('replaces an object as a whole', async () => {
    const key = newKey();
    await test.store.put(key, chunks(Buffer.from('before')), { bytesMax: 100 });
    await expect(test.store.put(key, failing(Buffer.from('half')), { bytesMax: 100 })).rejects.toThrow(
      'the sender hung up',
    );
    expect(String(await read(key))).toBe('before');
    await test.store.put(key, chunks(Buffer.from('after')), { bytesMax: 100 });
    expect(String(await read(key))).toBe('after');
  });

  it('deletes, also what is not there', async () => {
    const key = newKey();
    await test.store.put(key, chunks(Buffer.from('content')), { bytesMax: 100 });
    await test.store.delete(key);
    await test.store.delete(key);
    expect(await test.store.exists(key)).toBe(false);
    await expect(test.store.open(key)).rejects.toThrow(ObjectMissingError);
  });

  it.each(['../outside', '/absolute', 'videos/../x', 'a b', ''])('takes no key "%s"', async (key) => {
    await expect(test.store.put(key, chunks(Buffer.from('x')), { bytesMax: 9 })).rejects.toThrow(
      'cannot be the key',
    );
    await expect(test.store.open(key)).rejects.toThrow('cannot be the key');
  });
});
