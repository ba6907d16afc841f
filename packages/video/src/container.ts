import { open } from 'node:fs/promises';
import { VideoError } from './video-error.ts';

/** A container family; MP4 and MOV are one format to a demuxer, and so are WebM and Matroska. */
export type VideoContainer = 'mov' | 'avi' | 'matroska';

/** How much of a file is looked at: room for an EBML header with everything that may stand before its document type. */
export const SNIFFED_BYTES = 256;

/** First atoms of QuickTime files; all but the oldest begin with `ftyp` (ISO/IEC 14496-12, 4.3). */
const quickTimeAtoms = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** The EBML magic number that begins every Matroska file (RFC 8794, 11.2.1). */
const ebmlMagic = '\x1a\x45\xdf\xa3';

/** Tells a container by its first bytes, or null; names and extensions play no part. */
export function sniffContainer(head: Uint8Array): VideoContainer | null {
  const text = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('latin1');
  if (text.startsWith('RIFF') && text.startsWith('AVI ', 8)) return 'avi';
  if (text.startsWith(ebmlMagic) && /webm|matroska/.test(text)) return 'matroska';
  return quickTimeAtoms.has(text.slice(4, 8)) ? 'mov' : null;
}

/**
 * Tells the container of a file.
 * Throws {@link VideoError} `too-large` above `fileBytesMax` and `unsupported-container` for anything that is not a known video file.
 */
export async function readContainer(path: string, fileBytesMax: number): Promise<VideoContainer> {
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new VideoError('unsupported-container');
    if (stats.size > fileBytesMax) throw new VideoError('too-large');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const container = sniffContainer(buffer.subarray(0, bytesRead));
    if (container === null) throw new VideoError('unsupported-container');
    return container;
  } finally {
    await file.close();
  }
}
