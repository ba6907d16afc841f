import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { createS3ObjectStore, type S3Options } from '../objects/s3-object-store.ts';

/** The part of s3rver that is used here; it ships no types. */
type S3rver = new (
  options: Record<string, unknown>,
) => {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
};

/** An S3 server of one test file. */
export interface TestS3 {
  /** An empty bucket, for as many stores as needed. */
  readonly options: S3Options;
  stop(): Promise<void>;
}

/** Starts an S3 server on a free port, with one bucket. */
export async function startTestS3(): Promise<TestS3> {
  const S3rver: S3rver = createRequire(import.meta.url)('s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'vivant-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'videos' }],
  });
  const { port } = await server.run();
  return {
    options: {
      bucket: 'videos',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A store that a test may fill. */
export interface TestObjectStore {
  readonly store: ObjectStore;
  remove(): Promise<void>;
}

/** The kinds of store a contract suite runs on. */
export const testObjectStores: readonly { name: string; create: () => Promise<TestObjectStore> }[] = [
  {
    name: 'files',
    async create() {
      const folder = await mkdtemp(join(tmpdir(), 'vivant-objects-'));
      const store = createFileObjectStore(folder);
      return { store, remove: () => rm(folder, { recursive: true, force: true }) };
    },
  },
  {
    name: 'S3',
    async create() {
      const s3 = await startTestS3();
      const store = createS3ObjectStore(s3.options);
      return {
        store,
        async remove() {
          await store.close();
          await s3.stop();
        },
      };
    },
  },
];
