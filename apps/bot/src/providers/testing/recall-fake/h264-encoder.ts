import { VideoEncoder, VideoFrame } from '@napi-rs/webcodecs';
import type { PaintedFrame } from '../painted-frame.ts';

const KEY_FRAME_EVERY_MS = 2000;

/** Encodes one camera as H.264 in annex B form; the size may change from frame to frame. */
export interface H264Encoder {
  encode(atMs: number, frame: PaintedFrame): void;
  close(): void;
}

/** Creates an encoder. */
export function createH264Encoder(onChunk: (atMs: number, data: Buffer) => void): H264Encoder {
  let size = '';
  let keyAtMs = Number.NEGATIVE_INFINITY;
  let encoder: VideoEncoder | undefined;
  const close = () => {
    if (encoder && encoder.state !== 'closed') encoder.close();
  };
  return {
    encode: (atMs, { width, height, data }) => {
      const newSize = `${width}x${height}`;
      const resized = newSize !== size;
      if (resized) {
        // One that is configured anew gives nothing any more.
        close();
        encoder = createEncoder(width, height, onChunk);
        size = newSize;
      }
      const keyFrame = resized || atMs - keyAtMs >= KEY_FRAME_EVERY_MS;
      if (keyFrame) keyAtMs = atMs;
      const timestamp = Math.round(atMs * 1000);
      const frame = new VideoFrame(data, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp,
      });
      encoder?.encode(frame, { keyFrame });
      frame.close();
    },
    close,
  };
}

function createEncoder(
  width: number,
  height: number,
  onChunk: (atMs: number, data: Buffer) => void,
): VideoEncoder {
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = Buffer.alloc(chunk.byteLength);
      chunk.copyTo(data);
      onChunk(chunk.timestamp / 1000, data);
    },
    error: (error) => {
      throw error;
    },
  });
  const rate = { bitrate: 1_500_000, framerate: 25, latencyMode: 'realtime' } as const;
  encoder.configure({ codec: 'avc1.42E01E', width, height, ...rate, avc: { format: 'annexb' } });
  return encoder;
}
