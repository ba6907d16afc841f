import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts that must be read again, so that the database alone does not give them away. */
export interface Seal {
  /** @param context what the text belongs to, for example a row's id; it opens with the same one only */
  seal(text: string, context: string): string;
  /** @throws BrokenSealError when it was sealed with another secret, purpose or context, or was changed */
  open(sealed: string, context: string): string;
}

/** A sealed text cannot be opened. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1.';
const KEY_BYTES = 32;
/** 96 bits, as NIST SP 800-38D recommends for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates a seal whose key is derived (HKDF, RFC 5869) from a secret and a purpose: what one purpose sealed, no
 * other opens. AES-256-GCM with a random nonce.
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `vivant ${purpose}`, KEY_BYTES));
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return text.toString('utf8');
      } catch (error) {
        throw new BrokenSealError('The sealed text cannot be opened.', { cause: error });
      }
    },
  };
}
