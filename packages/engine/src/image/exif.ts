/** How the stored pixels must be turned to be upright: EXIF 2.32 tag 0x0112, 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const EXIF_PREFIX_BYTES = 6;
const TIFF_HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const ORIENTATION_TAG = 0x0112;
const TYPE_SHORT = 3;

/** Whether the bytes start with the `Exif\0\0` that JPEG (and some WebP writers) put before the TIFF block. */
export function hasExifPrefix(block: Uint8Array): boolean {
  return (
    block.length >= EXIF_PREFIX_BYTES &&
    block[0] === 0x45 &&
    block[1] === 0x78 &&
    block[2] === 0x69 &&
    block[3] === 0x66 &&
    block[4] === 0 &&
    block[5] === 0
  );
}

/** Reads the orientation from an EXIF block, with or without its prefix; 1 when it holds none or is damaged. */
export function readOrientation(block: Uint8Array): Orientation {
  const tiff = hasExifPrefix(block) ? block.subarray(EXIF_PREFIX_BYTES) : block;
  if (tiff.length < TIFF_HEADER_BYTES) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const byteOrder = view.getUint16(0);
  const littleEndian = byteOrder === 0x4949;
  if (!littleEndian && byteOrder !== 0x4d4d) return 1;
  return findOrientation(view, view.getUint32(4, littleEndian), littleEndian);
}

function findOrientation(view: DataView, directory: number, littleEndian: boolean): Orientation {
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, littleEndian);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > view.byteLength) return 1;
    if (view.getUint16(entry, littleEndian) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, littleEndian);
    const valid = view.getUint16(entry + 2, littleEndian) === TYPE_SHORT && value >= 1 && value <= 8;
    return valid ? (value as Orientation) : 1;
  }
  return 1;
}
