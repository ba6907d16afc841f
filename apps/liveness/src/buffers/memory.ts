import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { SessionRef } from '../sessions/lease-store.ts';
import {
  type BufferedFrame,
  type BufferLimits,
  type BufferStatus,
  type FrameBatch,
  type FrameBuffer,
  NEW_SESSIONS_SHARE,
  type PutOutcome,
  WARNINGS_LENGTH_MAX,
} from './frame-buffer.ts';
import type { FrameSpill, SpilledPicture } from './frame-spill.ts';
import { type HeldFrame, MemorySession } from './memory-session.ts';
import { sessionKey } from './session-key.ts';

/** Room appears as soon as a session completes. */
const RETRY_AFTER_SECONDS = '5';

/** How long memory of expired buffers may be kept when no request comes. */
const SWEEP_EVERY_MS = 30_000;

/** Where pictures go when memory has no room for them. */
interface Spill {
  readonly files: FrameSpill;
  /** Bytes of all sessions that stay in memory. */
  readonly memoryBytesMax: number;
}

/** What the buffer needs to know. */
export interface MemoryBufferOptions extends BufferLimits {
  readonly clock: Clock;
  /** Bytes of all sessions together. */
  readonly bytesMax: number;
  /** All pictures stay in memory when absent. */
  readonly spill?: Spill;
}

/**
 * Buffers frames in this process: for one replica, and gone when it ends. What decides about a batch happens before
 * anything is waited for, so every call is atomic; a batch that exceeds the memory waits until it is in files.
 */
export class MemoryBuffer implements FrameBuffer {
  readonly isDurable = false;
  readonly #options: MemoryBufferOptions;
  /** Ordered by expiry: a session moves to the end when its life is prolonged. */
  readonly #sessions = new Map<string, MemorySession>();
  readonly #sweeper: NodeJS.Timeout;
  #bytes = 0;
  #bytesInMemory = 0;

  constructor(options: MemoryBufferOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Bytes that all sessions take now. */
  get bytesHeld(): number {
    return this.#bytes;
  }

  /** Of them, those in memory. */
  get bytesInMemory(): number {
    return this.#bytesInMemory;
  }

  async put(ref: SessionRef, batch: FrameBatch, { create }: { create: boolean }): Promise<PutOutcome> {
    const known = this.#find(ref);
    if (!known && !create) return { kind: 'absent' };
    const session = known ?? new MemorySession(batch);
    if (session.modelId !== batch.modelId) return { kind: 'other-model', modelId: session.modelId };
    if (session.isFinished) return { kind: 'finished' };
    const added = session.measure(batch);
    const { sessionBytesMax } = this.#options;
    if (session.bytes + added.bytes > sessionBytesMax) return { kind: 'too-large', what: 'frames' };
    if (added.warningsLength > WARNINGS_LENGTH_MAX) return { kind: 'too-large', what: 'warnings' };
    this.#requireRoom(added.bytes, !known);

    const before = session.framesReceived;
    session.add(batch);
    this.#bytes += added.bytes;
    this.#bytesInMemory += added.bytes;
    if (!known || session.framesReceived > before) this.#prolong(ref, session);
    const { framesReceived, framesRequired } = session;
    const completes = before < framesRequired && framesReceived >= framesRequired;
    if (!completes) await this.#spillBeyondMemory(session, batch.frames);
    return { kind: 'stored', framesReceived, ttlMs: this.#ttlOf(session), completes };
  }

  async status(ref: SessionRef): Promise<BufferStatus | undefined> {
    const session = this.#find(ref);
    return session && { ...session.describe(), ttlMs: this.#ttlOf(session) };
  }

  async read(ref: SessionRef): Promise<readonly BufferedFrame[]> {
    const session = this.#find(ref);
    const frames = session?.sortedFrames() ?? [];
    try {
      return await Promise.all(frames.map((frame) => this.#load(frame)));
    } catch (error) {
      // The verdict came meanwhile: its frames are gone.
      if (session !== this.#find(ref) || session?.isFinished) return [];
      throw error;
    }
  }

  async finish(ref: SessionRef): Promise<void> {
    const session = this.#find(ref);
    if (!session) return;
    const spilled = this.#giveBack(session);
    session.finish();
    this.#prolong(ref, session);
    await this.#options.spill?.files.remove(spilled);
  }

  async remove(ref: SessionRef): Promise<void> {
    await this.#drop(sessionKey(ref));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#sessions.clear();
    this.#bytes = 0;
    this.#bytesInMemory = 0;
    await this.#options.spill?.files.close();
  }

  #find(ref: SessionRef): MemorySession | undefined {
    this.#sweep();
    return this.#sessions.get(sessionKey(ref));
  }

  #ttlOf(session: MemorySession): number {
    return session.expiresAtMs - this.#options.clock.monotonicMs();
  }

  #prolong(ref: SessionRef, session: MemorySession): void {
    const key = sessionKey(ref);
    session.expiresAtMs = this.#options.clock.monotonicMs() + this.#options.ttlMs;
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
  }

  #sweep(): void {
    for (const [key, session] of this.#sessions) {
      if (this.#ttlOf(session) > 0) return;
      // A file that cannot be deleted now goes with the folder, when the process ends or starts again.
      this.#drop(key).catch(() => undefined);
    }
  }

  async #drop(key: string): Promise<void> {
    const session = this.#sessions.get(key);
    if (!session) return;
    this.#sessions.delete(key);
    const spilled = this.#giveBack(session);
    await this.#options.spill?.files.remove(spilled);
  }

  /** Counts a session's bytes as free, and says which files it leaves. */
  #giveBack(session: MemorySession): SpilledPicture[] {
    this.#bytes -= session.bytes;
    this.#bytesInMemory -= session.bytesInMemory;
    return session.spilled;
  }

  /** Puts the frames of a batch into files while all sessions together take too much memory. */
  async #spillBeyondMemory(session: MemorySession, frames: readonly BufferedFrame[]): Promise<void> {
    const { spill } = this.#options;
    if (!spill) return;
    for (const frame of frames) {
      if (this.#bytesInMemory <= spill.memoryBytesMax) return;
      const spilled = await spill.files.write(frame.bytes);
      if (session.spill(frame, spilled)) this.#bytesInMemory -= spilled.byteLength;
      else await spill.files.remove([spilled]);
    }
  }

  async #load(frame: HeldFrame): Promise<BufferedFrame> {
    if (!('spilled' in frame)) return frame;
    const { spilled, ...rest } = frame;
    return { ...rest, bytes: await (this.#options.spill as Spill).files.read(spilled) };
  }

  #requireRoom(added: number, isNew: boolean): void {
    const { bytesMax } = this.#options;
    if (this.#bytes + added <= (isNew ? bytesMax * NEW_SESSIONS_SHARE : bytesMax)) return;
    throw new ApiError('service_unavailable', 'Too many frames are waiting to be judged; try again.', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }
}
