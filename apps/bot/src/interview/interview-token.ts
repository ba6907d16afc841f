import { hkdfSync } from 'node:crypto';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** What an interview token speaks for. */
export interface InterviewClaims {
  readonly sessionId: string;
  readonly organizationId: number;
}

/** Signed tokens that open the observer routes of one session. */
export interface InterviewTokens {
  issue(claims: InterviewClaims, expiresAt: Date): Promise<string>;
  /** @throws ApiError `invalid_key` when it is not one of ours, or has expired */
  read(token: string): Promise<InterviewClaims>;
}

const ALGORITHM = 'HS256';
const AUDIENCE = 'interview';
const KEY_BYTES = 32;

/** How long after its session an observer may still look. */
export const OBSERVE_AFTER_MS = 24 * 60 * 60 * 1000;

const claimsSchema = z.object({ sub: z.uuid(), org: z.int() });

/** Builds them; the key is derived (HKDF, RFC 5869), so that no other token of the secret passes for one. */
export function createInterviewTokens(secret: string, clock: Clock): InterviewTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'vivant interview tokens', KEY_BYTES));
  return {
    issue: ({ sessionId, organizationId }, expiresAt) =>
      new SignJWT({ org: organizationId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(sessionId)
        .setAudience(AUDIENCE)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          currentDate: clock.now(),
        });
        const { sub, org } = claimsSchema.parse(payload);
        return { sessionId: sub, organizationId: org };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw expiredToken();
        throw error;
      }
    },
  };
}

/** The answer to a token that opens nothing. */
export function expiredToken(): ApiError {
  return new ApiError('invalid_key', 'The interview token is wrong or has expired.');
}
