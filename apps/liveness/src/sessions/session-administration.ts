import type { Scope } from '@vivant/contract/scopes';
import type {
  AuditBody,
  AuditEvent,
  ClientTime,
  CreateSessionBody,
  Session,
} from '@vivant/contract/verification-session';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { sql } from 'drizzle-orm';
import { requireShortJson } from '../checks/short-json.ts';
import { type Principal, requireActiveAccount } from '../keys/principal.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { DEFAULT_ALIAS } from '../models/documented-aliases.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { tenantOf } from '../tenants/tenant.ts';
import { requireTenantMetadata } from '../tenants/tenant-metadata.ts';
import { enqueueEvent } from '../webhooks/enqueue-event.ts';
import type { SessionRef } from './lease-store.ts';
import { endOf, presentAuditEvent, presentClientTime, presentSession } from './present-session.ts';
import {
  countAuditEvents,
  findClientTime,
  findSession,
  isBeingJudged,
  type KnownSession,
  listAuditEvents,
  saveClientTime,
} from './session-store.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';
import { sessionAuditEvents, verificationSessions } from './verification-sessions-table.ts';
import { signToken } from './verification-token.ts';

/** What a server does with the sessions of its organization, and a browser with its own. */
export interface SessionAdministration {
  open(principal: Principal, body: CreateSessionBody): Promise<OpenedSession>;
  read(principal: Principal, sessionId: string): Promise<Session>;
  audit(principal: Principal, sessionId: string, body: AuditBody): Promise<AuditEvent>;
  tellClientTime(principal: Principal, sessionId: string, clientTimeMs: number): Promise<ClientTime>;
}

/** A session just opened; the token is known this one time. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Frames of a session that wait for the rest; undefined when none do. */
export type CountBufferedFrames = (session: SessionRef) => Promise<number | undefined>;

/** What session administration needs from its surroundings. */
export interface SessionAdministrationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly catalogue: Catalogue;
  readonly tokenSecret: string;
  readonly countBufferedFrames: CountBufferedFrames;
}

const TTL_SECONDS = 600;

/** A browser may report: more than this is no audit but a leak of our disk. */
const AUDIT_EVENTS_MAX = 200;

/**
 * Builds the administration of verification sessions.
 * @throws ApiError `not_found` for sessions that are unknown or of another organization
 */
export function createSessionAdministration(
  dependencies: SessionAdministrationDependencies,
): SessionAdministration {
  const { database, clock, catalogue, countBufferedFrames } = dependencies;
  const { db } = database;
  return {
    open: (principal, body) => openSession(dependencies, principal, body),
    async read({ organizationId }, sessionId) {
      const session = { organizationId, sessionId };
      const known = await requireSession(dependencies, session);
      const model = known.check?.model ?? known.opened?.model ?? '';
      return presentSession({
        ...known,
        sessionId,
        model,
        framesRequired: catalogue.find(model)?.framesRequired ?? null,
        framesBuffered: await countBufferedFrames(session),
        isBeingJudged: await isBeingJudged(db, session),
        clientTime: await findClientTime(db, session),
        audit: await listAuditEvents(db, session),
        now: clock.now(),
      });
    },
    audit: ({ organizationId }, sessionId, body) =>
      appendAuditEvent(dependencies, { organizationId, sessionId }, body),
    async tellClientTime({ organizationId }, sessionId, clientTimeMs) {
      const session = { organizationId, sessionId };
      await requireActiveSession(dependencies, session);
      const clocks = { clientTimeMs, serverTime: clock.now() };
      await saveClientTime(db, { ...session, ...clocks });
      return presentClientTime(clocks);
    },
  };
}

async function openSession(
  { database, clock, newId, catalogue, tokenSecret }: SessionAdministrationDependencies,
  principal: Principal,
  body: CreateSessionBody,
): Promise<OpenedSession> {
  requireActiveAccount(principal);
  requireShortJson('metadata', body.metadata);
  const { organizationId, keyId } = principal;
  const model = resolveModel(catalogue, { alias: body.model }, DEFAULT_ALIAS);
  const { metadataSchema } = await tenantOf(database.db, principal);
  const metadata = requireTenantMetadata(body.metadata ?? null, metadataSchema);
  const createdAt = clock.now();
  // The token counts in whole seconds; both end at the same moment.
  const exp = Math.ceil(createdAt.getTime() / 1000) + (body.ttl_seconds ?? TTL_SECONDS);
  const expiresAt = new Date(exp * 1000);
  const sessionId = newId();
  await database.db
    .insert(verificationSessions)
    .values({ organizationId, id: sessionId, keyId, model: model.id, metadata, createdAt, expiresAt });
  const scopes = TOKEN_SCOPES.filter((scope) => mayUse(principal, scope));
  const claims = { org: organizationId, key_id: keyId, session_id: sessionId, scopes, exp };
  return { sessionId, token: signToken(claims, tokenSecret), expiresAt };
}

/** A token may do no more than the key it is made with. */
function mayUse({ scopes }: Principal, scope: Scope): boolean {
  return scopes.length === 0 || scopes.includes(scope);
}

async function appendAuditEvent(
  dependencies: SessionAdministrationDependencies,
  session: SessionRef,
  body: AuditBody,
): Promise<AuditEvent> {
  const { database, clock, newId } = dependencies;
  requireShortJson('detail', body.detail);
  await requireActiveSession(dependencies, session);
  const recordedAt = clock.now();
  const event = {
    ...session,
    event: body.event,
    detail: body.detail ?? null,
    at: body.at === undefined ? recordedAt : new Date(body.at),
    recordedAt,
  };
  await database.db.transaction(async (tx) => {
    // One at a time, so that the count holds and the order is the order of arrival.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`audit of ${session.sessionId}`}, 0))`,
    );
    if ((await countAuditEvents(tx, session)) >= AUDIT_EVENTS_MAX) {
      throw new ApiError('validation_error', `A session has at most ${AUDIT_EVENTS_MAX} audit events.`);
    }
    await tx.insert(sessionAuditEvents).values(event);
    await enqueueEvent(tx, {
      id: newId(),
      organizationId: session.organizationId,
      kind: 'session.audit',
      sessionId: session.sessionId,
      at: recordedAt,
      data: presentAuditEvent(event),
    });
  });
  return presentAuditEvent(event);
}

async function requireSession(
  { database }: SessionAdministrationDependencies,
  session: SessionRef,
): Promise<KnownSession> {
  const known = await findSession(database.db, session);
  if (known) return known;
  throw new ApiError('not_found', 'There is no such session.');
}

async function requireActiveSession(
  dependencies: SessionAdministrationDependencies,
  session: SessionRef,
): Promise<void> {
  const known = await requireSession(dependencies, session);
  if (endOf(known) > dependencies.clock.now()) return;
  throw new ApiError('validation_error', 'The session has expired: nothing can be added to it.');
}
