/** A TIFF block with an unrelated tag and the orientation, as cameras write it. */
export function tiffBlock(orientation: number, byteOrder: 'II' | 'MM' = 'MM'): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  const isLittle = byteOrder === 'II';
  const write16 = (value: number, at: number) =>
    isLittle ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at);
  const write32 = (value: number, at: number) =>
    isLittle ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at);
  block.write(byteOrder, 0, 'latin1');
  write16(42, 2);
  write32(8, 4);
  write16(2, 8);
  writeShort(10, 0x0100, 640);
  writeShort(22, 0x0112, orientation);
  return block;

  function writeShort(at: number, tag: number, value: number): void {
    write16(tag, at);
    write16(3, at + 2);
    write32(1, at + 4);
    write16(value, at + 8);
  }
}

/** The JPEG with an EXIF segment behind its start-of-image marker. */
export function withExif(jpeg: Uint8Array, tiff: Uint8Array): Buffer<ArrayBuffer> {
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  return Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe1, payload), jpeg.subarray(2)]);
}

/** A marker segment with its length. */
export function jpegSegment(marker: number, payload: Uint8Array): Buffer<ArrayBuffer> {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}
