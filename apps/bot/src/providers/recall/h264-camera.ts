import type { FramePacer } from '../frame-pacer.ts';
import type { CameraImage } from '../meeting-provider.ts';
import { inspectAccessUnit } from './annex-b.ts';
import { ChunkOrder } from './chunk-order.ts';
import type { CreateH264Decoder, H264Chunk, H264Decoder } from './h264-decoder.ts';

/** Kept of each participant so that decoding can begin in the middle: a minute of a small camera at 1 Mbit/s. */
const GROUP_BYTES_MAX = 8 * 1024 * 1024;

/** Two seconds at 30 fps: a machine that is further behind will not catch up. */
const QUEUED_MAX = 60;

/** Time to decode what was kept, when watching begins. */
const CATCH_UP_MS = 5000;

/** What an {@link H264Camera} is made of. */
export interface H264CameraOptions {
  readonly createDecoder: CreateH264Decoder;
  readonly onImage: (atMs: number, image: CameraImage) => void;
}

/**
 * The H.264 stream of one participant. It is decoded only while it is watched, from the last key frame on; after a
 * loss nothing is delivered until the next key frame, since a picture with traces of another is no evidence.
 */
export class H264Camera {
  readonly #options: H264CameraOptions;
  readonly #order = new ChunkOrder<{ atMs: number; data: Buffer }>();
  /** The chunks since the last key frame; undefined before the first, after a loss and when they are too many. */
  #group: H264Chunk[] | undefined;
  #groupBytes = 0;
  #parameters: Buffer = Buffer.alloc(0);
  #newestMs = Number.NEGATIVE_INFINITY;
  #pacer: FramePacer | undefined;
  #watchedFromMs = Number.NEGATIVE_INFINITY;
  #decoder: H264Decoder | undefined;

  constructor(options: H264CameraOptions) {
    this.#options = options;
  }

  /** Takes a chunk as it came. */
  take(atMs: number, data: Buffer): void {
    const { chunks, lost } = this.#order.take({ atMs, data });
    if (lost) this.#forget();
    for (const chunk of chunks) this.#accept(chunk);
  }

  /** Begins to deliver pictures from now on, at the pacer's rate; undefined ends it. */
  watch(pacer: FramePacer | undefined): void {
    this.#pacer = pacer;
    this.#stopDecoding();
    if (!pacer) return;
    this.#watchedFromMs = this.#newestMs;
    for (const chunk of this.#group ?? []) this.#decode(chunk);
  }

  close(): void {
    this.watch(undefined);
    this.#forget();
  }

  #accept({ atMs, data }: { atMs: number; data: Buffer }): void {
    const { isKey, hasPicture, parameters } = inspectAccessUnit(data);
    if (parameters.length > 0) this.#parameters = parameters;
    if (!hasPicture) return;
    this.#newestMs = atMs;
    // A decoder that begins here has to know the parameters, also when they came before.
    const whole = isKey && parameters.length === 0 ? Buffer.concat([this.#parameters, data]) : data;
    const chunk = { atMs, isKey, data: whole };
    this.#keep(chunk);
    if (this.#pacer) this.#decode(chunk);
  }

  #keep(chunk: H264Chunk): void {
    if (chunk.isKey) {
      this.#group = [];
      this.#groupBytes = 0;
    }
    this.#groupBytes += chunk.data.length;
    if (this.#groupBytes > GROUP_BYTES_MAX) this.#group = undefined;
    this.#group?.push(chunk);
  }

  #decode(chunk: H264Chunk): void {
    if (!this.#decoder && !chunk.isKey) return;
    this.#decoder ??= this.#createDecoder();
    const caughtUp = chunk.atMs > this.#watchedFromMs + CATCH_UP_MS;
    if (caughtUp && this.#decoder.queued > QUEUED_MAX) this.#forget();
    else this.#decoder.decode(chunk);
  }

  #createDecoder(): H264Decoder {
    const decoder: H264Decoder = this.#options.createDecoder({
      wants: (atMs) =>
        this.#decoder === decoder && atMs > this.#watchedFromMs && this.#pacer?.takes(atMs) === true,
      onImage: (atMs, image) => {
        if (this.#decoder === decoder) this.#options.onImage(atMs, image);
      },
      onBroken: () => {
        if (this.#decoder === decoder) this.#forget();
      },
    });
    return decoder;
  }

  /** Waits for the next key frame. */
  #forget(): void {
    this.#group = undefined;
    this.#stopDecoding();
  }

  #stopDecoding(): void {
    this.#decoder?.close();
    this.#decoder = undefined;
  }
}
