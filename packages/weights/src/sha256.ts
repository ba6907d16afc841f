import { createHash } from 'node:crypto';

/** SHA-256 of bytes as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
