import { describe, expect, it } from 'vitest';
import { sniffContainer, type VideoContainer } from './container.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const ebml = '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82';

describe('the container of a file', () => {
  it.each<[string, string, VideoContainer | null]>([
    ['MP4', '\0\0\0\x20ftypisom', 'mov'],
    ['QuickTime', '\0\0\0\x14ftypqt  ', 'mov'],
    ['QuickTime without a file type', '\0\0\0\x08wide\0\0\0\x20mdat', 'mov'],
    ['AVI', 'RIFF\0\0\0\0AVI LIST', 'avi'],
    ['WebM', `${ebml}\x84webm`, 'matroska'],
    ['Matroska', `${ebml}\x88matroska`, 'matroska'],
    ['EBML of another kind', `${ebml}\x84other`, null],
    ['WAV', 'RIFF\0\0\0\0WAVEfmt ', null],
    ['an HLS playlist', '#EXTM3U\n#EXTINF:1,\nmatroska.ts', null],
    ['a concat script', 'ffconcat version 1.0\nfile x.webm', null],
    ['MPEG-TS', '\x47\x40\0\x10', null],
    ['an MP4 a few bytes late', ' \0\0\0\x20ftypisom', null],
    ['nothing', '', null],
  ])('%s is told by its first bytes', (_what, head, container) => {
    expect(sniffContainer(bytes(head))).toBe(container);
  });

  it('is not looked for beyond the head', () => {
    expect(sniffContainer(bytes(`${ebml}${'\0'.repeat(300)}webm`))).toBeNull();
  });
});
