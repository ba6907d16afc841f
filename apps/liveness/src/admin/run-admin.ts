import { readFile } from 'node:fs/promises';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import type { Model } from '@vivant/engine/models';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { listCalibrations, putCalibration, removeCalibration } from '../calibrations/calibration-store.ts';
import { readCalibration, UnusableCalibrationError } from '../calibrations/read-calibration.ts';
import { grantCredits } from '../credits/ledger.ts';
import { generateKey } from '../keys/key-format.ts';
import { keyStatus } from '../keys/key-lifetime.ts';
import { findOwnKey, insertKey } from '../keys/key-store.ts';
import { insertOrganization } from '../organizations/organization-store.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { type JsonObject, requireMetadataSchema } from '../tenants/tenant-metadata.ts';
import type { AdminCommand } from './command-line.ts';

/** What an operator asked for cannot be done; the message says why. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** What a command works on. */
export interface AdminContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  /** The models of this deployment, which calibrations are held against. */
  readonly loadModels: () => Promise<readonly Model[]>;
  /** Shows a line to the operator; the only place a new key appears. */
  readonly print: (line: string) => void;
}

type Options<Name extends AdminCommand['name']> = Extract<
  AdminCommand,
  { name: Name; options: unknown }
>['options'];
type GivenCommand = Exclude<AdminCommand, { name: 'help' }>;
type Perform = (
  tx: SqlDatabase,
  context: AdminContext,
  options: GivenCommand['options'],
) => Promise<string[]>;
type Organization = typeof organizations.$inferSelect;

/**
 * Does what an operator asked for, all or nothing.
 * @throws AdminError when it cannot be done
 */
export async function runAdmin(context: AdminContext, command: GivenCommand): Promise<void> {
  const lines: string[] = [];
  await context.database.db.transaction(async (tx) => {
    // A command carries the options of its own name; the types cannot follow both at once.
    const perform = PERFORM[command.name] as Perform;
    lines.push(...(await perform(tx, context, command.options)));
  });
  // After the commit: a key that was not stored must not be shown.
  for (const line of lines) context.print(line);
}

/** How each command is done; what it returns is shown to the operator. */
const PERFORM: {
  readonly [Name in GivenCommand['name']]: (
    tx: SqlDatabase,
    context: AdminContext,
    options: Options<Name>,
  ) => Promise<string[]>;
} = {
  'create-organization': createOrganization,
  'update-organization': updateOrganization,
  'show-organization': showOrganization,
  'grant-credits': grant,
  'create-key': createKey,
  'set-calibration': setCalibration,
  'remove-calibration': dropCalibration,
  'list-calibrations': showCalibrations,
  suspend: (tx, _context, { slug }) => setStatus(tx, slug, 'suspended'),
  resume: (tx, _context, { slug }) => setStatus(tx, slug, 'active'),
};

async function createOrganization(
  tx: SqlDatabase,
  { clock, newId }: AdminContext,
  { slug, name, plan, credits, keys }: Options<'create-organization'>,
): Promise<string[]> {
  const createdAt = clock.now();
  const id = newId();
  if (!(await insertOrganization(tx, { id, slug, createdAt }))) {
    throw new AdminError(`There is an organization "${slug}" already.`);
  }
  const settings = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) };
  if (Object.keys(settings).length > 0) {
    await tx.update(organizations).set(settings).where(eq(organizations.id, id));
  }
  if (credits !== undefined) await grantCredits(tx, { organizationId: id, credits, at: createdAt });
  const lines = [`Created the organization "${slug}" with ${credits ?? 0} credits.`];
  if (!keys) return lines;
  const [apiKey, botKey] = [generateKey('api'), generateKey('bot')];
  const shared = { organizationId: id, createdAt };
  const linkedKeyId = await insertKey(tx, newId, {
    ...shared,
    name: 'First API key',
    kind: 'api',
    secret: apiKey,
  });
  await insertKey(tx, newId, { ...shared, name: 'First bot key', kind: 'bot', secret: botKey, linkedKeyId });
  return [...lines, `API key (shown once): ${apiKey}`, `Bot key (shown once): ${botKey}`];
}

async function updateOrganization(
  tx: SqlDatabase,
  _context: AdminContext,
  options: Options<'update-organization'>,
): Promise<string[]> {
  const { id, slug } = await requireOrganization(tx, options.slug);
  const given = {
    name: options.name,
    plan: options.plan,
    botDisplayName: options['bot-display-name'],
    logoUrl: options['logo-url'],
    primaryColor: options['primary-color'],
    metadataSchema: await readSchema(options['metadata-schema']),
  };
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(change).length === 0) throw new AdminError('Nothing to change was given.');
  await tx.update(organizations).set(change).where(eq(organizations.id, id));
  return [`Changed the organization "${slug}".`];
}

async function readSchema(file: string | undefined): Promise<JsonObject | null | undefined> {
  if (file === undefined) return undefined;
  if (file === 'none') return null;
  try {
    const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
    requireMetadataSchema(schema);
    return schema;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AdminError(`${file} is no usable JSON Schema: ${why}`, { cause });
  }
}

async function showOrganization(
  tx: SqlDatabase,
  _context: AdminContext,
  { slug }: Options<'show-organization'>,
): Promise<string[]> {
  const { createdAt, ...organization } = await requireOrganization(tx, slug);
  return [JSON.stringify({ ...organization, createdAt: createdAt.toISOString() }, undefined, 2)];
}

async function grant(
  tx: SqlDatabase,
  { clock }: AdminContext,
  { slug, credits }: Options<'grant-credits'>,
): Promise<string[]> {
  const { id } = await requireOrganization(tx, slug);
  await grantCredits(tx, { organizationId: id, credits, at: clock.now() });
  const { creditBalance } = await requireOrganization(tx, slug);
  return [`Granted ${credits} credits to "${slug}"; the balance is ${creditBalance}.`];
}

async function createKey(
  tx: SqlDatabase,
  { clock, newId }: AdminContext,
  { slug, name, kind, scopes, 'linked-key-id': linkedKeyId }: Options<'create-key'>,
): Promise<string[]> {
  const { id: organizationId } = await requireOrganization(tx, slug);
  const createdAt = clock.now();
  if (linkedKeyId !== undefined) {
    const linked = await findOwnKey(tx, organizationId, linkedKeyId);
    const fits = kind === 'bot' && linked?.kind === 'api' && keyStatus(linked, createdAt) === 'active';
    if (!fits)
      throw new AdminError('Only a bot key is linked, to a working API key of the same organization.');
  }
  const secret = generateKey(kind);
  const link = linkedKeyId === undefined ? {} : { linkedKeyId };
  const id = await insertKey(tx, newId, { organizationId, name, kind, scopes, secret, createdAt, ...link });
  return [`Created the key ${id}.`, `Key (shown once): ${secret}`];
}

async function setCalibration(
  tx: SqlDatabase,
  { clock, loadModels }: AdminContext,
  { slug, file }: Options<'set-calibration'>,
): Promise<string[]> {
  const { id: organizationId } = await requireOrganization(tx, slug);
  const measured = await readCalibration(file, await loadModels()).catch((error: unknown) => {
    if (!(error instanceof UnusableCalibrationError)) throw error;
    throw new AdminError(`${file} is no usable calibration: ${error.message}.`, { cause: error });
  });
  const { model, modelFingerprint, offset } = measured;
  await putCalibration(tx, { organizationId, model, modelFingerprint, offset, measured, setAt: clock.now() });
  return [`Scores of ${model} for "${slug}" are moved by ${offset} log-odds from the next check on.`];
}

async function dropCalibration(
  tx: SqlDatabase,
  _context: AdminContext,
  { slug, model }: Options<'remove-calibration'>,
): Promise<string[]> {
  const { id: organizationId } = await requireOrganization(tx, slug);
  if (await removeCalibration(tx, { organizationId, model })) {
    return [`Scores of ${model} for "${slug}" are not moved any more.`];
  }
  throw new AdminError(`"${slug}" has no calibration of ${model}.`);
}

async function showCalibrations(
  tx: SqlDatabase,
  { loadModels }: AdminContext,
  { slug }: Options<'list-calibrations'>,
): Promise<string[]> {
  const { id } = await requireOrganization(tx, slug);
  const current = new Map((await loadModels()).map((model) => [model.manifest.id, modelFingerprint(model)]));
  const found = await listCalibrations(tx, id);
  const rows = found.map(({ model, modelFingerprint, offset, setAt, measured }) => ({
    model,
    state: current.get(model) === modelFingerprint ? 'applied' : 'outdated',
    offset,
    setAt: setAt.toISOString(),
    measured,
  }));
  return [JSON.stringify(rows, undefined, 2)];
}

async function setStatus(tx: SqlDatabase, slug: string, status: Organization['status']): Promise<string[]> {
  const { id } = await requireOrganization(tx, slug);
  await tx.update(organizations).set({ status }).where(eq(organizations.id, id));
  return [`The organization "${slug}" is ${status}.`];
}

async function requireOrganization(tx: SqlDatabase, slug: string): Promise<Organization> {
  const [organization] = await tx.select().from(organizations).where(eq(organizations.slug, slug));
  if (organization) return organization;
  throw new AdminError(`There is no organization "${slug}".`);
}
