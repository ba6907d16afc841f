import type { UsageEndpoint } from '@vivant/contract/usage';
import type { Database } from '@vivant/service-kit/database';
import { chargeCheck } from '../credits/ledger.ts';
import { consumeLease, type Lease } from '../sessions/lease-store.ts';
import { recordUsage } from '../usage/record-usage.ts';
import { type CheckRecord, checks } from './checks-table.ts';

/**
 * Stores a verdict, charges for it, writes the usage and ends the lease it was reached under: all or nothing.
 * @throws LeaseLostError when another owner judges the session by now
 * @throws ApiError `insufficient_credits` when the balance was spent since the pre-check
 */
export async function storeCheck(
  database: Database,
  lease: Lease,
  record: CheckRecord,
  credits: number,
  endpoint?: UsageEndpoint,
): Promise<void> {
  await database.db.transaction(async (transaction) => {
    await consumeLease(transaction, lease);
    await transaction.insert(checks).values(record);
    const { organizationId, id: checkId, createdAt: at } = record;
    await chargeCheck(transaction, { organizationId, checkId, credits, at });
    await recordUsage(transaction, record, credits, endpoint);
  });
}
