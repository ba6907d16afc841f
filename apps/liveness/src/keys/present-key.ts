import type { ApiKey } from '@vivant/contract/api-key';
import { keyStatus } from './key-lifetime.ts';
import type { KeyRecord } from './keys-table.ts';

/** The public form of a key, without anything the secret could be found by. */
export function presentKey(key: KeyRecord, now: Date): ApiKey {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    status: keyStatus(key, now),
    scopes: key.scopes,
    linked_key_id: key.linkedKeyId,
    last4: key.last4,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
