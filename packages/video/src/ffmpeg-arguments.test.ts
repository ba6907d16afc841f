import { describe, expect, it } from 'vitest';
import type { VideoContainer } from './container.ts';
import { ffmpegArguments } from './ffmpeg-arguments.ts';
import { defaultVideoLimits } from './video-limits.ts';

function argumentsFor(container: VideoContainer, path = '/data/upload') {
  const args = ffmpegArguments({ path, container, sideMax: 1280, limits: defaultVideoLimits });
  const inputAt = args.indexOf('-i');
  const valueOf = (name: string) => args[args.indexOf(name) + 1];
  return { args, beforeInput: args.slice(0, inputAt), input: args[inputAt + 1], valueOf };
}

describe('the arguments of ffmpeg', () => {
  it.each<VideoContainer>(['mov', 'avi', 'matroska'])(
    'fix the demuxer %s and allow no other',
    (container) => {
      const { beforeInput } = argumentsFor(container);
      expect(beforeInput[beforeInput.lastIndexOf('-f') + 1]).toBe(container);
      expect(beforeInput[beforeInput.indexOf('-format_whitelist') + 1]).toBe(container);
    },
  );

  it('allow local files only, before the input is named', () => {
    const { beforeInput } = argumentsFor('mov');
    expect(beforeInput[beforeInput.indexOf('-protocol_whitelist') + 1]).toBe('file,pipe');
  });

  it('allow the promised codecs only', () => {
    expect(argumentsFor('mov').valueOf('-codec_whitelist')).toBe(
      'h264,hevc,vp8,vp9,av1,libdav1d,libaom-av1,mpeg4,mjpeg',
    );
  });

  it.each(['/data/-i', '/data/http:x', '/data/a,b;c'])(
    'take the path %s for a file and nothing else',
    (path) => {
      expect(argumentsFor('mov', path).input).toBe(`file:${path}`);
    },
  );

  it('take one stream of pictures, and no sound, subtitles, data or tags', () => {
    const { args, valueOf } = argumentsFor('mov');
    expect(args).toEqual(expect.arrayContaining(['-nostdin', '-an', '-sn', '-dn']));
    expect([valueOf('-map'), valueOf('-map_metadata'), valueOf('-map_chapters')]).toEqual([
      '0:V:0',
      '-1',
      '-1',
    ]);
  });
});
