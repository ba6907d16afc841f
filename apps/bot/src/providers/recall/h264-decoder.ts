import type { CameraImage } from '../meeting-provider.ts';

/** An access unit and its time. */
export interface H264Chunk {
  readonly atMs: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** Decodes one stream; the first chunk is a key frame. */
export interface H264Decoder {
  decode(chunk: H264Chunk): void;
  /** Chunks that wait. */
  readonly queued: number;
  close(): void;
}

/** What a decoder is told. None of the calls may throw. */
export interface H264DecoderOptions {
  /** Whether the picture of that time is wanted; asked once a picture, in order. */
  readonly wants: (atMs: number) => boolean;
  readonly onImage: (atMs: number, image: CameraImage) => void;
  /** The stream cannot be decoded further; the decoder is of no more use. */
  readonly onBroken: () => void;
}

/** Makes decoders. */
export type CreateH264Decoder = (options: H264DecoderOptions) => H264Decoder;

/**
 * Loads the codec.
 * @throws Error when there is no build of it for this machine
 */
export async function loadH264Decoder(): Promise<CreateH264Decoder> {
  const { EncodedVideoChunk, VideoDecoder } = await import('@napi-rs/webcodecs');
  type Frame = Parameters<ConstructorParameters<typeof VideoDecoder>[0]['output']>[0];

  return ({ wants, onImage, onBroken }) => {
    let closed = false;
    let delivered = Promise.resolve();
    const fail = () => {
      if (closed) return;
      closed = true;
      onBroken();
    };
    const deliver = async (frame: Frame, atMs: number) => {
      const { width, height } = frame.visibleRect;
      const data = new Uint8Array(frame.allocationSize({ format: 'I420' }));
      await frame.copyTo(data, { format: 'I420' });
      if (!closed) onImage(atMs, { format: 'i420', width, height, data });
    };
    const decoder = new VideoDecoder({
      output: (frame) => {
        const atMs = frame.timestamp / 1000;
        if (closed || !wants(atMs)) return frame.close();
        delivered = delivered
          .then(() => deliver(frame, atMs))
          .catch(fail)
          .finally(() => frame.close());
      },
      error: fail,
    });
    // The description is in the stream; the string promises no more than what every sender has.
    decoder.configure({ codec: 'avc1.42E01E', optimizeForLatency: true });
    return {
      get queued() {
        return decoder.state === 'closed' ? 0 : decoder.decodeQueueSize;
      },
      decode: ({ atMs, isKey, data }) => {
        if (closed) return;
        const timestamp = Math.round(atMs * 1000);
        try {
          decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp, data }));
        } catch {
          fail();
        }
      },
      close: () => {
        closed = true;
        if (decoder.state !== 'closed') decoder.close();
      },
    };
  };
}
