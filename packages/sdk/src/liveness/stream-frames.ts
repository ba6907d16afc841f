import { linkController } from '../deadline.ts';
import { VivantError } from '../errors.ts';
import type {
  FastCheckStreamBody,
  Frame,
  StreamBuffering,
  StreamComplete,
  StreamResult,
} from '../generated/liveness-types.ts';
import type { Runtime } from '../runtime.ts';
import type { CallOptions } from '../transport.ts';
import type { CheckParams, WithImage } from './check-params.ts';
import type { FastCheckStreamParams } from './checks.ts';
import type { Result } from './result.ts';

/** A set of frames, sent one by one. */
export type StreamFramesParams = CheckParams<FastCheckStreamBody, 'frame'> & {
  /** Also frames that are yet to be captured; no more are taken than the model needs. */
  readonly frames: Iterable<WithImage<Frame>> | AsyncIterable<WithImage<Frame>>;
  /** Requests at a time, 1 to {@link CONCURRENCY_MAX}; 6 if absent, as many as browsers have for a host. */
  readonly concurrency?: number | undefined;
  /** Told how many frames have arrived. */
  readonly onProgress?: ((progress: StreamBuffering) => void) | undefined;
};

/** All frames were sent, and still there are too few for a verdict; the session takes more. */
export class StreamIncompleteError extends VivantError {
  override readonly name = 'StreamIncompleteError';
  readonly retryable = true;
  readonly sessionId: string;
  readonly framesReceived: number;
  readonly framesRequired: number | undefined;

  constructor(sessionId: string, progress: StreamBuffering | undefined) {
    super(
      `The model needs ${progress?.frames_required ?? 'more'} frames, ${progress?.frames_received ?? 0} arrived.`,
    );
    this.sessionId = sessionId;
    this.framesReceived = progress?.frames_received ?? 0;
    this.framesRequired = progress?.frames_required;
  }
}

/** Fewer than the smallest model needs: no frame is sent before the answers tell how many it takes. */
const CONCURRENCY_MAX = 8;
const CONCURRENCY_DEFAULT = 6;

/** How often frames are sent at most. */
const ROUNDS_MAX = 3;

type Send = (params: FastCheckStreamParams, options: CallOptions) => Promise<Result<StreamResult>>;

/** Sends the frames of a set until there is a verdict. */
export async function streamFrames(
  { fastCheckStream, runtime }: { readonly fastCheckStream: Send; readonly runtime: Runtime },
  params: StreamFramesParams,
  options: CallOptions = {},
): Promise<Result<StreamComplete>> {
  const { frames, concurrency = CONCURRENCY_DEFAULT, onProgress, ...common } = params;
  const session = { ...common, session_id: common.session_id ?? runtime.newId() };
  const workers = Math.max(1, Math.min(concurrency, CONCURRENCY_MAX));
  const stop = linkController(options.signal);
  const callOptions = { ...options, signal: stop.signal };
  const sent = new Map<number, WithImage<Frame>>();
  let progress: StreamBuffering | undefined;
  let lost: { frame: WithImage<Frame>; error: VivantError }[] = [];

  async function send(frame: WithImage<Frame>): Promise<Result<StreamComplete> | undefined> {
    sent.set(frame.index, frame);
    try {
      const { data, meta } = await fastCheckStream({ ...session, frame }, callOptions);
      if (data.status === 'complete') return { data, meta };
      if (data.frames_received >= (progress?.frames_received ?? 0)) progress = data;
      onProgress?.(data);
    } catch (error) {
      if (!(error instanceof VivantError) || !error.retryable) throw error;
      lost.push({ frame, error });
    }
    return undefined;
  }

  const isEnough = () => progress !== undefined && sent.size >= progress.frames_required;
  try {
    let verdict = await sendAll(frames, { send, workers, isEnough, signal: stop.signal });
    for (let round = 2; !verdict && round <= ROUNDS_MAX; round += 1) {
      // What did not get through; or everything, when the service forgot frames that it had.
      if (lost.length === 0 && !isEnough()) break;
      const again = lost.length > 0 ? lost.map(({ frame }) => frame) : [...sent.values()];
      lost = [];
      verdict = await sendAll(again, { send, workers, isEnough: () => false, signal: stop.signal });
    }
    if (verdict) return verdict;
    throw lost[0]?.error ?? new StreamIncompleteError(session.session_id, progress);
  } finally {
    stop.abort();
    stop.unlink();
  }
}

/** Sends frames until one is answered with the verdict or none is left; does not wait for a source then. */
function sendAll(
  source: StreamFramesParams['frames'],
  {
    send,
    workers,
    isEnough,
    signal,
  }: {
    readonly send: (frame: WithImage<Frame>) => Promise<Result<StreamComplete> | undefined>;
    readonly workers: number;
    readonly isEnough: () => boolean;
    readonly signal: AbortSignal;
  },
): Promise<Result<StreamComplete> | undefined> {
  const iterator = iterate(source);
  let isOver = false;
  async function work(found: (verdict: Result<StreamComplete>) => void): Promise<void> {
    for (;;) {
      if (isOver || isEnough()) return;
      const next = await iterator.next();
      if (next.done || isOver || isEnough()) return;
      const verdict = await send(next.value);
      if (verdict) found(verdict);
    }
  }
  const result = new Promise<Result<StreamComplete> | undefined>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.all(Array.from({ length: workers }, () => work(resolve))).then(() => resolve(undefined), reject);
  });
  return result.finally(() => {
    isOver = true;
    // A source that still waits for its next frame closes after it; nobody needs to wait for that.
    iterator.return(undefined).catch(() => undefined);
  });
}

async function* iterate<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  yield* source;
}
