import type {
  AuditEvent,
  ClientTime,
  SESSION_STATUSES,
  Session,
} from '@vivant/contract/verification-session';
import { presentCheck } from '../checks/present-check.ts';
import { VERDICT_TTL_MS } from './find-verdict.ts';
import type { KnownSession } from './session-store.ts';
import type { sessionAuditEvents, sessionClientTimes } from './verification-sessions-table.ts';

/** Everything that is known about a session at a moment. */
export interface SessionFacts extends KnownSession {
  readonly sessionId: string;
  readonly model: string;
  readonly framesRequired: number | null;
  /** Frames that wait for the rest; undefined when none do. */
  readonly framesBuffered: number | undefined;
  readonly isBeingJudged: boolean;
  readonly clientTime: StoredClientTime | undefined;
  readonly audit: readonly StoredAuditEvent[];
  readonly now: Date;
}

type StoredAuditEvent = Omit<typeof sessionAuditEvents.$inferSelect, 'id'>;
type StoredClientTime = Pick<typeof sessionClientTimes.$inferSelect, 'clientTimeMs' | 'serverTime'>;

/** The public form of a session. */
export function presentSession(facts: SessionFacts): Session {
  const { sessionId, opened, check, framesBuffered, clientTime } = facts;
  return {
    session_id: sessionId,
    status: statusOf(facts),
    model: facts.model,
    frames_received: check?.diagnostics.framesReceived ?? framesBuffered ?? 0,
    frames_required: facts.framesRequired,
    result: check ? presentCheck(check, sessionId) : null,
    metadata: opened?.metadata ?? check?.metadata ?? null,
    created_at: startOf(facts).toISOString(),
    expires_at: endOf(facts).toISOString(),
    client_time: clientTime ? presentClientTime(clientTime) : null,
    audit: facts.audit.map(presentAuditEvent),
  };
}

/** The public form of an audit event. */
export function presentAuditEvent({ event, detail, at, recordedAt }: StoredAuditEvent): AuditEvent {
  return { event, detail: detail ?? null, at: at.toISOString(), recorded_at: recordedAt.toISOString() };
}

/** The public form of two clocks. */
export function presentClientTime({ clientTimeMs, serverTime }: StoredClientTime): ClientTime {
  const serverTimeMs = serverTime.getTime();
  return {
    client_time: clientTimeMs,
    server_time: serverTimeMs,
    offset_ms: clientTimeMs - serverTimeMs,
  };
}

/** When a session ends: as it was opened, or else as long as its verdict is answered again. */
export function endOf({ opened, check }: KnownSession): Date {
  return opened?.expiresAt ?? new Date((check?.createdAt.getTime() ?? 0) + VERDICT_TTL_MS);
}

function startOf({ opened, check }: KnownSession): Date {
  return opened?.createdAt ?? check?.createdAt ?? new Date(0);
}

function statusOf(facts: SessionFacts): (typeof SESSION_STATUSES)[number] {
  if (facts.check) return 'complete';
  if (facts.isBeingJudged) return 'processing';
  if (endOf(facts) <= facts.now) return 'expired';
  return facts.framesBuffered === undefined ? 'created' : 'buffering';
}
