import { expect, it } from 'vitest';
import { floatField, messageField, packedVarintsField, stringField, varintField } from './protobuf.ts';

// Expected bytes follow the examples of protobuf.dev, "Encoding".
it.each([
  ['a varint', varintField(1, 150), [0x08, 0x96, 0x01]],
  ['zero', varintField(1, 0), [0x08, 0x00]],
  ['a negative varint in ten bytes', varintField(1, -2), [0x08, 0xfe, ...Array<number>(8).fill(0xff), 0x01]],
  ['a string', stringField(2, 'testing'), [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]],
  ['a message', messageField(3, [varintField(1, 150)]), [0x1a, 0x03, 0x08, 0x96, 0x01]],
  [
    'packed varints',
    packedVarintsField(6, [3, 270, 86942]),
    [0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05],
  ],
  ['a float', floatField(2, 1), [0x15, 0x00, 0x00, 0x80, 0x3f]],
  ['a field number above 15', varintField(20, 7), [0xa0, 0x01, 0x07]],
])('encodes %s', (_, encoded, expected) => {
  expect([...encoded]).toEqual(expected);
});
