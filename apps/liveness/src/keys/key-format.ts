import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '@vivant/contract/key-kinds';
import { encodeBase62, randomBase62 } from './base62.ts';

const PREFIXES: Record<KeyKind, string> = { api: 'sk-', bot: 'sk-bot-' };

/** 30 letters of base 62 are 178 bits: out of reach of guessing, so a plain SHA-256 at rest is enough. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** Makes a new secret: prefix, 30 random letters, and the CRC-32 of both, so that scanners can tell a key from a lookalike. */
export function generateKey(kind: KeyKind): string {
  const body = PREFIXES[kind] + randomBase62(RANDOM_LENGTH, randomBytes);
  return body + checksum(body);
}

/** SHA-256 of a key, in hex: the only form of it that is stored. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

function checksum(body: string): string {
  return encodeBase62(crc32(body), CHECKSUM_LENGTH);
}
