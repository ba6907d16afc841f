import { ApiError } from '@vivant/service-kit/api-error';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import { and, eq, gte, sql } from 'drizzle-orm';
import { organizations } from '../organizations/organizations-table.ts';
import { creditEntries } from './credit-entries-table.ts';

/** A charge for one check. */
export interface Charge {
  readonly organizationId: string;
  readonly checkId: string;
  readonly credits: number;
  readonly at: Date;
}

/**
 * Refuses work an organization cannot pay for, before it is done.
 * @throws ApiError `insufficient_credits` stating required and available
 */
export async function requireCredits(
  database: Database,
  organizationId: string,
  required: number,
): Promise<void> {
  const available = await readBalance(database.db, organizationId);
  if (available < required) throw insufficientCredits(required, available);
}

/**
 * Takes the price of a check from the balance and writes it down. The balance is compared and lowered in
 * one statement, so parallel charges never take more than there is.
 * @throws ApiError `insufficient_credits` when the balance was spent since the pre-check
 */
export async function chargeCheck(transaction: SqlDatabase, charge: Charge): Promise<void> {
  const { organizationId, checkId, credits, at } = charge;
  const [paid] = await transaction
    .update(organizations)
    .set({ creditBalance: sql`${organizations.creditBalance} - ${credits}` })
    .where(and(eq(organizations.id, organizationId), gte(organizations.creditBalance, credits)))
    .returning({ balance: organizations.creditBalance });
  if (!paid) throw insufficientCredits(credits, await readBalance(transaction, organizationId));
  await transaction.insert(creditEntries).values({
    organizationId,
    checkId,
    amount: -credits,
    balanceAfter: paid.balance,
    reason: 'check',
    createdAt: at,
  });
}

/** Adds credits to an organization's balance and writes it down. */
export async function grantCredits(
  transaction: SqlDatabase,
  grant: { organizationId: string; credits: number; at: Date },
): Promise<void> {
  const { organizationId, credits, at } = grant;
  const [granted] = await transaction
    .update(organizations)
    .set({ creditBalance: sql`${organizations.creditBalance} + ${credits}` })
    .where(eq(organizations.id, organizationId))
    .returning({ balance: organizations.creditBalance });
  if (!granted) throw new Error(`No organization ${organizationId}.`);
  await transaction.insert(creditEntries).values({
    organizationId,
    amount: credits,
    balanceAfter: granted.balance,
    reason: 'grant',
    createdAt: at,
  });
}

async function readBalance(executor: SqlDatabase, organizationId: string): Promise<number> {
  const [row] = await executor
    .select({ balance: organizations.creditBalance })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.balance ?? 0;
}

function insufficientCredits(required: number, available: number): ApiError {
  return new ApiError(
    'insufficient_credits',
    `This check requires ${required} credits; ${available} are available.`,
  );
}
