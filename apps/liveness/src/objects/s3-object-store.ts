import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { cappedContent } from './capped-content.ts';
import { ObjectMissingError, type ObjectStore, ObjectStoreError, requireKey } from './object-store.ts';
import { partsOf } from './parts.ts';

/** Where the bucket is. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** AWS itself when absent. */
  readonly endpoint: string | undefined;
  /** The SDK's own sources (role, environment) when absent. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** An object's place. */
interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

/** Above the 5 MiB that S3 wants of every part but the last. */
const PART_BYTES = 8 * 1024 * 1024;

const CONNECT_TIMEOUT_MS = 5_000;

/** A server that says nothing for so long is gone; sending a part counts as talking. */
const SILENCE_TIMEOUT_MS = 30_000;

/** Keeps objects in an S3 bucket. Content of unknown length is sent in parts of 8 MiB, one at a time. */
export function createS3ObjectStore({ bucket, region, endpoint, credentials }: S3Options): ObjectStore {
  const client = new S3Client({
    region,
    // With the default, a checksum trailer, some S3-compatible servers store the trailer as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });

  function target(key: string): Target {
    requireKey(key);
    return { Bucket: bucket, Key: key };
  }

  return {
    kind: 's3',
    async put(key, content, { bytesMax }) {
      const to = target(key);
      const parts = partsOf(cappedContent(content, bytesMax), PART_BYTES);
      try {
        const first = await parts.next();
        const Body = first.value ?? Buffer.alloc(0);
        // A part that is not full is the only one.
        if (Body.byteLength === PART_BYTES) return await putInParts(client, to, parts, Body);
        await named(() => client.send(new PutObjectCommand({ ...to, Body })));
        return Body.byteLength;
      } finally {
        await parts.return();
      }
    },
    async open(key) {
      const from = new GetObjectCommand(target(key));
      const { Body } = await named(() => client.send(from));
      // In Node the SDK hands out the socket's stream.
      return Body as Readable;
    },
    async delete(key) {
      const removal = new DeleteObjectCommand(target(key));
      await named(() => client.send(removal));
    },
    async exists(key) {
      const question = new HeadObjectCommand(target(key));
      try {
        await named(() => client.send(question));
        return true;
      } catch (error) {
        if (error instanceof ObjectMissingError) return false;
        throw error;
      }
    },
    close: async () => client.destroy(),
  };
}

async function putInParts(
  client: S3Client,
  to: Target,
  parts: AsyncIterator<Buffer>,
  first: Buffer,
): Promise<number> {
  const { UploadId } = await named(() => client.send(new CreateMultipartUploadCommand(to)));
  const etags: { ETag: string | undefined; PartNumber: number }[] = [];
  let bytes = 0;
  try {
    let part: IteratorResult<Buffer> = { value: first, done: false };
    for (let PartNumber = 1; part.done !== true; PartNumber++) {
      const upload = new UploadPartCommand({ ...to, UploadId, PartNumber, Body: part.value });
      const { ETag } = await named(() => client.send(upload));
      etags.push({ ETag, PartNumber });
      bytes += part.value.byteLength;
      part = await parts.next();
    }
    const complete = { ...to, UploadId, MultipartUpload: { Parts: etags } };
    await named(() => client.send(new CompleteMultipartUploadCommand(complete)));
    return bytes;
  } catch (error) {
    // The first failure is the one to tell; a lifecycle rule of the bucket removes what this leaves.
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function named<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
      throw new ObjectMissingError('There is no such object.', { cause: error });
    throw new ObjectStoreError('The object store (S3) failed.', { cause: error });
  }
}
