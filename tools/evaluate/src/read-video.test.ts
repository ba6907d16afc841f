import { expect, it } from 'vitest';
import { createVideoReader } from './read-video.ts';

it('asks for ffmpeg only when a video is read, and then says what to do when it does not start', async () => {
  const readVideo = createVideoReader({ ffmpegPath: '/nowhere', signal: new AbortController().signal });
  const reading = readVideo('clip.mp4')[Symbol.asyncIterator]();
  await expect(reading.next()).rejects.toThrow('FFMPEG_PATH');
});
