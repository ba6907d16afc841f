import { createByteReader } from './byte-reader.ts';
import { diagnose } from './diagnosis.ts';
import { clockHz, type DecodePlan, ffmpegArguments } from './ffmpeg-arguments.ts';
import { type FfmpegProcess, startFfmpeg } from './ffmpeg-process.ts';
import { MalformedNut } from './nut/cursor.ts';
import { type NutFrame, readNut } from './nut/reader.ts';
import { VideoError } from './video-error.ts';

/** A picture as ffmpeg wrote it. */
export interface DecodedPicture {
  readonly timestampMs: number;
  readonly width: number;
  readonly height: number;
  /** RGB. */
  readonly data: Uint8Array;
  /** The coded picture has another shape than the one before; without a canvas this one is stretched. */
  readonly reshaped: boolean;
}

/** What a decoding may still use, shared by its runs. */
export interface Patience {
  waitMsLeft: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs ffmpeg once over a file and yields its pictures in presentation order.
 * The process is gone when the generator is: at the end, on an error, and when the consumer returns early.
 * Throws {@link VideoError}, or the reason of the signal.
 */
export async function* decode(
  ffmpegPath: string,
  plan: DecodePlan,
  patience: Patience,
): AsyncGenerator<DecodedPicture, void, void> {
  patience.signal?.throwIfAborted();
  const ffmpeg = startFfmpeg(ffmpegPath, ffmpegArguments(plan), plan.limits);
  patience.signal?.addEventListener('abort', ffmpeg.kill);
  try {
    const bytes = createByteReader(awaitOutput(ffmpeg, patience));
    let pictures = 0;
    let firstTicks: number | undefined;
    for await (const frame of readNut(bytes, plan.sideMax ** 2 * 3)) {
      firstTicks ??= frame.ticks;
      yield toPicture(frame, pictures > 0 && (frame.ticks - firstTicks) % 2 === 0);
      pictures++;
      patience.signal?.throwIfAborted();
    }
    const failure = diagnose(await waitFor(ffmpeg.ended, ffmpeg, patience), pictures);
    if (failure !== null) throw failure;
  } catch (error) {
    throw error instanceof MalformedNut ? new VideoError('undecodable') : error;
  } finally {
    patience.signal?.removeEventListener('abort', ffmpeg.kill);
    await ffmpeg.stop();
  }
}

/** The first picture's tick is marked, so a later one of the same parity is marked too (see `ffmpegArguments`). */
function toPicture({ ticks, timeBase, width, height, data }: NutFrame, reshaped: boolean): DecodedPicture {
  const expectedClock = timeBase.numerator === 1 && timeBase.denominator === clockHz;
  if (!expectedClock || data.length !== width * height * 3)
    throw new MalformedNut('It is not what was asked for.');
  const microseconds = Math.floor(ticks / 2);
  return { timestampMs: microseconds / 1000, width, height, data, reshaped };
}

async function* awaitOutput(
  ffmpeg: FfmpegProcess,
  patience: Patience,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = ffmpeg.output[Symbol.asyncIterator]();
  for (;;) {
    const chunk = await waitFor(chunks.next(), ffmpeg, patience);
    if (chunk.done === true) return;
    yield chunk.value;
  }
}

/** A longer timer fires at once. */
const timerMsMax = 2 ** 31 - 1;

/** Charges the time spent waiting for ffmpeg, and only that: a slow consumer may take its time. */
async function waitFor<T>(result: Promise<T>, ffmpeg: FfmpegProcess, patience: Patience): Promise<T> {
  const start = performance.now();
  const timer = setTimeout(ffmpeg.kill, Math.min(patience.waitMsLeft, timerMsMax));
  const value = await result.finally(() => clearTimeout(timer));
  patience.waitMsLeft -= performance.now() - start;
  patience.signal?.throwIfAborted();
  if (patience.waitMsLeft <= 0) throw new VideoError('timed-out');
  return value;
}
