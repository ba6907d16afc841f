import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnosis.ts';
import type { FfmpegEnd } from './ffmpeg-process.ts';

const clean: FfmpegEnd = { code: 0, signal: null, complaints: '' };

describe('the end of an ffmpeg', () => {
  it('that gave frames and no error code is a success, whatever it grumbled', () => {
    expect(diagnose({ ...clean, complaints: 'error while decoding MB 3 4' }, 1)).toBeNull();
  });

  it.each<[string, Partial<FfmpegEnd>, number, string]>([
    ['without a frame', {}, 0, 'undecodable'],
    ['with an error after some frames', { code: 1 }, 9, 'undecodable'],
    ['by a crash', { code: null, signal: 'SIGSEGV' }, 9, 'undecodable'],
    ['by the soft processor limit', { code: null, signal: 'SIGXCPU' }, 9, 'timed-out'],
    ['by the hard processor limit', { code: null, signal: 'SIGKILL' }, 9, 'timed-out'],
    ['out of memory, though it went on', { complaints: 'x: Cannot allocate memory' }, 9, 'too-large'],
    [
      'over the picture size',
      { code: 1, complaints: 'Picture size 9x9 exceeds specified max pixel count 1' },
      0,
      'too-large',
    ],
    [
      'for want of pictures',
      { code: 1, complaints: "Stream map '0:V:0' matches no streams." },
      0,
      'no-video-stream',
    ],
    ['before it began: no such program', { code: 127 }, 0, 'ffmpeg-missing'],
    ['before it began: not executable', { code: 126 }, 0, 'ffmpeg-missing'],
  ])('%s is told apart', (_what, end, framesRead, cause) => {
    expect(diagnose({ ...clean, ...end }, framesRead)?.cause).toBe(cause);
  });
});
