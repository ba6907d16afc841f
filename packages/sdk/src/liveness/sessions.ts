import type {
  AuditBody,
  AuditEvent,
  ClientTime,
  ClientTimeBody,
  CreatedSession,
  CreateSessionBody,
  Session,
} from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** Verification sessions, whose tokens let browsers check without a key. */
export interface Sessions {
  /** Opens a session; its token is in this answer only. */
  create(body?: CreateSessionBody, options?: CallOptions): Promise<Result<CreatedSession>>;
  /** Reads status, verdict and audit of a session. */
  get(sessionId: string, options?: CallOptions): Promise<Result<Session>>;
  /** Adds an event to the audit; after a broken connection it is not sent again, as it may be recorded already. */
  audit(sessionId: string, body: AuditBody, options?: CallOptions): Promise<Result<AuditEvent>>;
  /** Tells the clock of the device. */
  tellClientTime(sessionId: string, body: ClientTimeBody, options?: CallOptions): Promise<Result<ClientTime>>;
}

const PATH = '/api/v1/sessions';

/** Makes the part of the client for verification sessions. */
export function createSessions({ send }: LivenessApi): Sessions {
  const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
  return {
    create: (json = {}, options) => send({ method: 'POST', path: PATH, json }, options),
    get: (id, options) => send({ method: 'GET', path: pathOf(id) }, options),
    audit: (id, json, options) =>
      send({ method: 'PATCH', path: `${pathOf(id)}/audit`, json, repeats: 'once' }, options),
    tellClientTime: (id, json, options) =>
      send({ method: 'PATCH', path: `${pathOf(id)}/client-time`, json }, options),
  };
}
