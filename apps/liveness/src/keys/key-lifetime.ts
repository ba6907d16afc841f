/** The moments that decide whether a key works. */
export interface KeyLifetime {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Whether a key works now. */
export function keyStatus(
  { expiresAt, revokedAt }: KeyLifetime,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
