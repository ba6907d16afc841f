/** One encoded field (tag and value) or a run of them; a message is the concatenation of its fields in any order. */
export type Encoded = Uint8Array;

const WIRE_VARINT = 0;
const WIRE_LENGTH_DELIMITED = 2;
const WIRE_FIXED32 = 5;

/** Encodes an integer of type int32, int64, bool or enum; negative values take ten bytes, as protobuf wants. */
export function varintField(field: number, value: number | bigint): Encoded {
  return concatBytes([tag(field, WIRE_VARINT), varint(BigInt(value))]);
}

/** Encodes a `float`. */
export function floatField(field: number, value: number): Encoded {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return concatBytes([tag(field, WIRE_FIXED32), bytes]);
}

/** Encodes `bytes` or an embedded message. */
export function bytesField(field: number, bytes: Uint8Array): Encoded {
  return concatBytes([tag(field, WIRE_LENGTH_DELIMITED), varint(BigInt(bytes.length)), bytes]);
}

/** Encodes a `string` as UTF-8. */
export function stringField(field: number, text: string): Encoded {
  return bytesField(field, new TextEncoder().encode(text));
}

/** Encodes an embedded message from its fields. */
export function messageField(field: number, fields: readonly Encoded[]): Encoded {
  return bytesField(field, concatBytes(fields));
}

/** Encodes `repeated int64` packed. */
export function packedVarintsField(field: number, values: readonly number[]): Encoded {
  return messageField(
    field,
    values.map((value) => varint(BigInt(value))),
  );
}

/** Joins encoded fields into one message. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function tag(field: number, wireType: number): Uint8Array {
  return varint(BigInt((field << 3) | wireType));
}

/** Base-128 groups, least significant first; negative numbers as their 64-bit two's complement. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
