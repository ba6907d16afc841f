import { join } from 'node:path';
import { createFileObjectStore } from './file-object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3ObjectStore, type S3Options } from './s3-object-store.ts';

/** The configured object store: S3, or without it files under the data directory. */
export function openObjectStore({
  s3,
  dataDir,
}: {
  readonly s3: S3Options | undefined;
  readonly dataDir: string;
}): ObjectStore {
  return s3 ? createS3ObjectStore(s3) : createFileObjectStore(join(dataDir, 'objects'));
}
