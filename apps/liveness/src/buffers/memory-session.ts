import type { CaptureWarning } from '@vivant/contract/capture-warning';
import type { BufferedFrame, BufferStatus, CaptureDetails, FrameBatch } from './frame-buffer.ts';
import type { SpilledPicture } from './frame-spill.ts';

/** A frame whose picture waits in this process or in a file. */
export type HeldFrame = BufferedFrame | (Omit<BufferedFrame, 'bytes'> & { readonly spilled: SpilledPicture });

/** What the bookkeeping of a frame costs, roughly; keeps a flood of tiny frames bounded too. */
const FRAME_OVERHEAD_BYTES = 256;

/** What is buffered of one session in this process. */
export class MemorySession {
  readonly modelId: string;
  readonly framesRequired: number;
  isFinished = false;
  expiresAtMs = 0;
  readonly #frames = new Map<number, HeldFrame>();
  /** By their JSON. */
  readonly #warnings = new Map<string, CaptureWarning>();
  #details: CaptureDetails = {};
  #bytes = 0;
  #spilledBytes = 0;

  constructor({ modelId, framesRequired }: FrameBatch) {
    this.modelId = modelId;
    this.framesRequired = framesRequired;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Of {@link bytes}, those that take memory. */
  get bytesInMemory(): number {
    return this.#bytes - this.#spilledBytes;
  }

  /** The pictures that wait in files. */
  get spilled(): SpilledPicture[] {
    return [...this.#frames.values()].flatMap((frame) => ('spilled' in frame ? [frame.spilled] : []));
  }

  get framesReceived(): number {
    return this.#frames.size;
  }

  /** Bytes that a batch would add, and the length of all warnings with it. */
  measure({ frames, warnings }: FrameBatch): { bytes: number; warningsLength: number } {
    const texts = new Set([...this.#warnings.keys(), ...warnings.map((each) => JSON.stringify(each))]);
    return {
      bytes: this.#newOf(frames).reduce((sum, frame) => sum + bytesOf(frame), 0),
      warningsLength: [...texts].reduce((sum, text) => sum + text.length, 0),
    };
  }

  /** Adds what is not there yet. */
  add({ frames, warnings, details }: FrameBatch): void {
    for (const frame of this.#newOf(frames)) {
      this.#frames.set(frame.index, frame);
      this.#bytes += bytesOf(frame);
    }
    for (const warning of warnings) {
      const text = JSON.stringify(warning);
      if (!this.#warnings.has(text)) this.#warnings.set(text, warning);
    }
    this.#details = {
      fps: this.#details.fps ?? details.fps,
      source: this.#details.source ?? details.source,
      metadata: this.#details.metadata ?? details.metadata,
    };
  }

  /** Lets go of a frame's picture, which is in a file now. Returns false when the frame is gone. */
  spill(frame: BufferedFrame, spilled: SpilledPicture): boolean {
    if (this.#frames.get(frame.index) !== frame) return false;
    const { bytes, ...rest } = frame;
    this.#frames.set(frame.index, { ...rest, spilled });
    this.#spilledBytes += bytes.byteLength;
    return true;
  }

  /** Forgets everything but that there is a verdict. */
  finish(): void {
    this.isFinished = true;
    this.#frames.clear();
    this.#warnings.clear();
    this.#details = {};
    this.#bytes = 0;
    this.#spilledBytes = 0;
  }

  describe(): Omit<BufferStatus, 'ttlMs'> {
    const { modelId, framesRequired, framesReceived, isFinished } = this;
    const warnings = [...this.#warnings.values()];
    return { modelId, framesRequired, framesReceived, isFinished, warnings, details: this.#details };
  }

  sortedFrames(): HeldFrame[] {
    return [...this.#frames.values()].toSorted((a, b) => a.index - b.index);
  }

  #newOf(frames: readonly BufferedFrame[]): BufferedFrame[] {
    return frames.filter(({ index }) => !this.#frames.has(index));
  }
}

function bytesOf({ bytes, landmarks }: BufferedFrame): number {
  return bytes.byteLength + (landmarks?.byteLength ?? 0) + FRAME_OVERHEAD_BYTES;
}
