import type { BotKeyValidation } from '@vivant/contract/bot-key-validation';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';
import { hashKey } from './key-format.ts';
import { keyStatus } from './key-lifetime.ts';
import { apiKeys } from './keys-table.ts';

/** Tells whom a bot key speaks for. */
export type ValidateBotKey = (key: string) => Promise<BotKeyValidation>;

const PRIMARY_COLOR = '#2563eb';

/**
 * Builds the check of bot keys that the meeting bot relies on. Keys of the other kind are unknown here.
 * @throws ApiError `invalid_key`, `account_suspended`
 */
export function createValidateBotKey(database: Database, clock: Clock): ValidateBotKey {
  const linked = alias(apiKeys, 'linked');
  return async (secret) => {
    const [found] = await database.db
      .select({ key: apiKeys, linked, organization: organizations })
      .from(apiKeys)
      .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
      .leftJoin(linked, eq(linked.id, apiKeys.linkedKeyId))
      .where(and(eq(apiKeys.secretSha256, hashKey(secret)), eq(apiKeys.kind, 'bot')));
    const now = clock.now();
    if (!found || keyStatus(found.key, now) !== 'active') {
      throw new ApiError('invalid_key', 'The bot key is wrong, expired or revoked.');
    }
    const { organization, linked: paying } = found;
    if (organization.status === 'suspended') {
      throw new ApiError('account_suspended', 'The account is suspended because of a payment issue.');
    }
    const name = organization.name ?? organization.slug;
    return {
      organization_id: organization.number,
      organization_name: name,
      organization_slug: organization.slug,
      bot_display_name: organization.botDisplayName ?? name,
      logo_url: organization.logoUrl ?? '',
      primary_color: organization.primaryColor ?? PRIMARY_COLOR,
      linked_key_id: paying && keyStatus(paying, now) === 'active' ? paying.id : null,
    };
  };
}
