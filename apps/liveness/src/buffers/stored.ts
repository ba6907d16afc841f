import { buffer } from 'node:stream/consumers';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { announceObject, ownObject } from '../objects/object-ownership.ts';
import type { ObjectRemoval } from '../objects/object-removal.ts';
import { ObjectMissingError, type ObjectStore, ObjectStoreError } from '../objects/object-store.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import { type Addition, addToUpload } from './add-to-upload.ts';
import {
  type BufferedFrame,
  type BufferLimits,
  type FrameBatch,
  type FrameBuffer,
  NEW_SESSIONS_SHARE,
  type PutOutcome,
} from './frame-buffer.ts';
import { decodeFrame, encodeFrame } from './frame-bytes.ts';
import {
  changeUpload,
  deleteUpload,
  findUpload,
  insertPart,
  listParts,
  lockOrCreateUpload,
  lockUpload,
  sumUploadBytes,
  takeExpired,
  takeParts,
} from './upload-store.ts';
import type { PackedFrame } from './upload-tables.ts';

/** What the buffer needs. */
export interface StoredBufferOptions extends BufferLimits {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly removal: Pick<ObjectRemoval, 'remove'>;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  /** Bytes of all uploads together. */
  readonly bytesMax: number;
}

/** A buffer whose expired sessions have to be removed by somebody. */
export interface StoredBuffer extends FrameBuffer {
  sweep(): Promise<void>;
}

/** Room appears as soon as a session is judged. */
const RETRY_AFTER_SECONDS = '5';

/** What is left of a session that has its verdict, besides its model. */
const NOTHING = { framesReceived: 0, bytes: 0, warnings: [], details: {} };

/**
 * Buffers frames as objects, one for each batch, and what is known of them in the database: a restart loses nothing. A
 * batch counts when its transaction commits; the row of its session is locked meanwhile, so parallel ones follow each other.
 */
export function createStoredBuffer(options: StoredBufferOptions): StoredBuffer {
  const { database, removal, clock } = options;
  const { db } = database;

  return {
    isDurable: true,
    put: (session, batch, { create }) => put(options, session, batch, create),
    async status(session) {
      const known = await findUpload(db, session, clock.now());
      if (!known) return undefined;
      const { modelId, framesRequired, framesReceived, isFinished, expiresAt, warnings, details } =
        known.record;
      const left = expiresAt.getTime() - clock.now().getTime();
      return { modelId, framesRequired, framesReceived, isFinished, ttlMs: left, warnings, details };
    },
    async read(session) {
      try {
        return await readFrames(options, session);
      } catch (error) {
        // Another request ended the upload meanwhile.
        const isGone = error instanceof ObjectMissingError && !(await findUpload(db, session, clock.now()));
        if (isGone) return [];
        throw named(error);
      }
    },
    finish: (session) =>
      end(options, session, (transaction) =>
        changeUpload(transaction, session, { ...NOTHING, isFinished: true, expiresAt: expiry(options) }),
      ),
    remove: (session) => end(options, session, (transaction) => deleteUpload(transaction, session)),
    async sweep() {
      await removal.remove(await db.transaction((transaction) => takeExpired(transaction, clock.now())));
    },
    // Database and object store belong to whoever opened them.
    close: async () => undefined,
  };
}

async function put(
  options: StoredBufferOptions,
  session: SessionRef,
  batch: FrameBatch,
  create: boolean,
): Promise<PutOutcome> {
  const { database, clock, removal, newId } = options;
  const encoded = encode(batch.frames);
  const packed = pack(encoded);
  const rules = { create, sessionBytesMax: options.sessionBytesMax };
  // Asked before anything is written; what counts is the answer under the lock.
  const known = await findUpload(database.db, session, clock.now());
  const expected = addToUpload(known, batch, packed, rules);
  if (expected.kind === 'refused') return expected.outcome;
  await requireRoom(options, expected, known === undefined);

  const isNew = new Set(expected.frames.map(({ index }) => index));
  const written = encoded.filter(({ index }) => isNew.has(index));
  const objectKey = `uploads/${newId()}`;
  if (written.length > 0) await writeObject(options, objectKey, written);
  const outcome = await keep(options, { session, batch, objectKey, packed: pack(written), rules });
  if (written.length > 0 && !outcome.isObjectUsed) await removal.remove([objectKey]);
  return outcome.result;
}

/** A batch whose new frames are in an object. */
interface WrittenBatch {
  readonly session: SessionRef;
  readonly batch: FrameBatch;
  readonly objectKey: string;
  readonly packed: readonly PackedFrame[];
  readonly rules: Parameters<typeof addToUpload>[3];
}

/** Adds a written batch to its session; other batches may have come first. */
async function keep(
  options: StoredBufferOptions,
  { session, batch, objectKey, packed, rules }: WrittenBatch,
): Promise<{ result: PutOutcome; isObjectUsed: boolean }> {
  const now = options.clock.now();
  return options.database.db.transaction(async (transaction) => {
    const known = rules.create
      ? await lockOrCreateUpload(transaction, session, now)
      : await lockUpload(transaction, session, now);
    const addition = addToUpload(known, batch, packed, rules);
    if (addition.kind === 'refused') return { result: addition.outcome, isObjectUsed: false };
    const { change, frames, isProlonged, completes } = addition;
    const expiresAt = known && !isProlonged ? known.record.expiresAt : expiry(options);
    await changeUpload(transaction, session, { ...change, isFinished: false, expiresAt });
    const isObjectUsed = frames.length > 0;
    if (isObjectUsed) {
      await ownObject(transaction, objectKey);
      await insertPart(transaction, session, { objectKey, frames });
    }
    const ttlMs = expiresAt.getTime() - now.getTime();
    const { framesReceived } = change;
    return { result: { kind: 'stored', framesReceived, ttlMs, completes }, isObjectUsed };
  });
}

async function writeObject(
  { database, objects, clock, removal }: StoredBufferOptions,
  key: string,
  frames: readonly EncodedFrame[],
): Promise<void> {
  await announceObject(database.db, key, clock.now());
  try {
    await objects.put(key, contentOf(frames), { bytesMax: Number.POSITIVE_INFINITY });
  } catch (error) {
    await removal.remove([key]);
    throw named(error);
  }
}

async function* contentOf(frames: readonly EncodedFrame[]): AsyncGenerator<Uint8Array, void, void> {
  for (const { stored } of frames) yield stored;
}

async function readFrames(
  { database, objects, clock }: StoredBufferOptions,
  session: SessionRef,
): Promise<BufferedFrame[]> {
  const parts = await listParts(database.db, session, clock.now());
  const read = parts.map(async ({ objectKey, frames }) => {
    const bytes = await buffer(await objects.open(objectKey));
    return frames.map(({ index, offset, length }) =>
      decodeFrame(index, bytes.subarray(offset, offset + length)),
    );
  });
  return (await Promise.all(read)).flat().toSorted((a, b) => a.index - b.index);
}

/** Ends a session and lets go of its objects. */
async function end(
  { database, clock, removal }: StoredBufferOptions,
  session: SessionRef,
  change: (transaction: SqlDatabase) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const keys = await database.db.transaction(async (transaction) => {
    if (!(await lockUpload(transaction, session, now))) return [];
    const keys = await takeParts(transaction, session, now);
    await change(transaction);
    return keys;
  });
  await removal.remove(keys);
}

/** Sessions that have begun get more room than new ones, so that they can complete and free it. */
async function requireRoom(
  { database, clock, bytesMax }: StoredBufferOptions,
  { frames }: Extract<Addition, { kind: 'added' }>,
  isNew: boolean,
): Promise<void> {
  if (frames.length === 0) return;
  const added = frames.reduce((sum, { length }) => sum + length, 0);
  const held = await sumUploadBytes(database.db, clock.now());
  if (held + added <= (isNew ? bytesMax * NEW_SESSIONS_SHARE : bytesMax)) return;
  throw new ApiError('service_unavailable', 'Too many uploads are waiting to be judged; try again.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}

interface EncodedFrame {
  readonly index: number;
  readonly stored: Buffer;
}

/** Of frames with the same index the first one counts. */
function encode(frames: readonly BufferedFrame[]): EncodedFrame[] {
  const byIndex = new Map<number, EncodedFrame>();
  for (const frame of frames) {
    if (!byIndex.has(frame.index))
      byIndex.set(frame.index, { index: frame.index, stored: encodeFrame(frame) });
  }
  return [...byIndex.values()];
}

/** Where each frame is when they lie one after another. */
function pack(frames: readonly EncodedFrame[]): PackedFrame[] {
  let end = 0;
  return frames.map(({ index, stored }) => {
    const offset = end;
    end += stored.length;
    return { index, offset, length: stored.length };
  });
}

function expiry({ clock, ttlMs }: StoredBufferOptions): Date {
  return new Date(clock.now().getTime() + ttlMs);
}

function named(error: unknown): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  return new ApiError('service_unavailable', 'The uploads cannot be reached. Try again shortly.', {
    cause: error,
    headers: { 'retry-after': '1' },
  });
}
