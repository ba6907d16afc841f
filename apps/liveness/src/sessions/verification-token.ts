import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCOPES } from '@vivant/contract/scopes';
import { z } from 'zod';
import { TOKEN_PREFIX } from '../keys/token-prefix.ts';

/** Far above the longest token there is: a longer text is not worth a hash. */
const LENGTH_MAX = 2048;

const FORM = /^vt_([\w-]+)\.([\w-]+)$/;

const claimsSchema = z.object({
  /** Organization. */
  org: z.guid(),
  /** Key the token was made with. */
  key_id: z.guid(),
  session_id: z.guid(),
  scopes: z.array(z.enum(SCOPES)).min(1),
  /** End, in seconds since 1970 as in a JWT. */
  exp: z.int(),
});

/** What a verification token says. */
export type TokenClaims = z.infer<typeof claimsSchema>;

/** Makes a token: `vt_` + base64url(JSON claims) + `.` + base64url(HMAC-SHA256 of what comes before the dot). */
export function signToken(claims: TokenClaims, secret: string): string {
  const signed = TOKEN_PREFIX + Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${signed}.${signatureOf(signed, secret)}`;
}

/** The claims of a token that was made with the secret, expired or not; undefined for any other text. */
export function readToken(token: string, secret: string): TokenClaims | undefined {
  if (token.length > LENGTH_MAX) return undefined;
  const [, payload, signature] = FORM.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!equal(signature, signatureOf(TOKEN_PREFIX + payload, secret))) return undefined;
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

function signatureOf(signed: string, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** Compares the texts, not the bytes they stand for: base64url has several texts for some bytes. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
