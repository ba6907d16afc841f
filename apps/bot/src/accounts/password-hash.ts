import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and some 80 ms a guess (OWASP Password Storage Cheat Sheet: N = 2^15, r = 8, p = 3). */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const VERSION = 'scrypt1';

/** Hashes a password for storage, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt);
  return [VERSION, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether a password is the one that was hashed; takes the same time whether it is or not. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [version, salt = '', hash = ''] = stored.split('$');
  if (version !== VERSION) throw new Error('A password is stored in an unknown form.');
  const expected = Buffer.from(hash, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'));
  return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
}

/** Equal texts have equal hashes, whichever way their letters were typed (NFKC, RFC 8265). */
function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, COST, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
