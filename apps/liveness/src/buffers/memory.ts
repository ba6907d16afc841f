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
import { MemorySession } from './memory-session.ts';
import { sessionKey } from './session-key.ts';

/** Room appears as soon as a session completes. */
const RETRY_AFTER_SECONDS = '5';

/** How long memory of expired buffers may be kept when no request comes. */
const SWEEP_EVERY_MS = 30_000;

/** What the buffer needs to know. */
export interface MemoryBufferOptions extends BufferLimits {
  readonly clock: Clock;
  /** Bytes of all sessions together. */
  readonly bytesMax: number;
}

/** Buffers frames in this process: for one replica, and gone when it ends. Nothing in it waits, so every call is atomic. */
export class MemoryBuffer implements FrameBuffer {
  readonly isDurable = false;
  readonly #options: MemoryBufferOptions;
  /** Ordered by expiry: a session moves to the end when its life is prolonged. */
  readonly #sessions = new Map<string, MemorySession>();
  readonly #sweeper: NodeJS.Timeout;
  #bytes = 0;

  constructor(options: MemoryBufferOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Bytes that all sessions take now. */
  get bytesHeld(): number {
    return this.#bytes;
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
    if (!known || session.framesReceived > before) this.#prolong(ref, session);
    const { framesReceived, framesRequired } = session;
    const completes = before < framesRequired && framesReceived >= framesRequired;
    return { kind: 'stored', framesReceived, ttlMs: this.#ttlOf(session), completes };
  }

  async status(ref: SessionRef): Promise<BufferStatus | undefined> {
    const session = this.#find(ref);
    return session && { ...session.describe(), ttlMs: this.#ttlOf(session) };
  }

  async read(ref: SessionRef): Promise<readonly BufferedFrame[]> {
    return this.#find(ref)?.sortedFrames() ?? [];
  }

  async finish(ref: SessionRef): Promise<void> {
    const session = this.#find(ref);
    if (!session) return;
    this.#bytes -= session.bytes;
    session.finish();
    this.#prolong(ref, session);
  }

  async remove(ref: SessionRef): Promise<void> {
    this.#drop(sessionKey(ref));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#sessions.clear();
    this.#bytes = 0;
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
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#sessions.get(key)?.bytes ?? 0;
    this.#sessions.delete(key);
  }

  #requireRoom(added: number, isNew: boolean): void {
    const { bytesMax } = this.#options;
    if (this.#bytes + added <= (isNew ? bytesMax * NEW_SESSIONS_SHARE : bytesMax)) return;
    throw new ApiError('service_unavailable', 'Too many frames are waiting to be judged; try again.', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }
}
