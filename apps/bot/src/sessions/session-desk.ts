import { ApiError } from '@vivant/service-kit/api-error';
import type { Database } from '@vivant/service-kit/database';
import type { SessionState } from '../scans/session-runner.ts';
import {
  type CommandBus,
  type CommandReply,
  OwnerUnreachableError,
  type SessionCommand,
} from './session-command.ts';
import type { SessionHost } from './session-host.ts';
import { findSession } from './session-store.ts';
import type { SessionRecord } from './sessions-table.ts';

/** Where sessions are asked for, whichever process runs them. */
export interface SessionDesk {
  /** @throws ApiError `not_found`, the same for a session of another organization as for none */
  find(id: string, organizationId: number): Promise<SessionRecord>;
  /** The state now, or the last one stored when nobody can be asked. */
  read(session: SessionRecord): Promise<SessionSnapshot>;
  /** @throws ApiError `scan_conflict`, `not_found`, `service_unavailable` */
  command(session: SessionRecord, command: SessionCommand): Promise<void>;
}

/** A session at a moment. */
export interface SessionSnapshot extends SessionState {
  /** Id of the last event that the state contains. */
  readonly lastEventId: number;
}

export interface SessionDeskOptions {
  readonly database: Database;
  readonly host: SessionHost;
  readonly bus: CommandBus;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Builds the desk. */
export function createSessionDesk({ database, host, bus }: SessionDeskOptions): SessionDesk {
  async function ask(session: SessionRecord, command: SessionCommand): Promise<CommandReply> {
    if (session.endedAt) return { kind: 'not-here' };
    if (session.owner === host.owner) return host.handle(session.id, command);
    return bus.send(session.owner, session.id, command);
  }

  return {
    async find(id, organizationId) {
      const session = UUID.test(id) ? await findSession(database, id, organizationId) : undefined;
      if (!session) throw sessionNotFound();
      return session;
    },
    async read(session) {
      const reply = await ask(session, { kind: 'state' }).catch(asUndefinedWhenUnreachable);
      if (reply?.kind === 'state') return { ...reply.state, lastEventId: reply.lastEventId };
      // It may have ended since it was read.
      return (await findSession(database, session.id)) ?? session;
    },
    async command(session, command) {
      const reply = await ask(session, command).catch(asServiceUnavailable);
      if (reply.kind === 'conflict') throw new ApiError('scan_conflict', reply.message);
      if (reply.kind === 'unknown-participant')
        throw new ApiError('not_found', 'There is no such participant in this session.');
      if (reply.kind === 'not-here' && command.kind !== 'end')
        throw new ApiError('scan_conflict', 'This session has already ended');
    },
  };
}

/** The answer to an id that leads nowhere. */
export function sessionNotFound(): ApiError {
  return new ApiError('not_found', 'There is no such session.');
}

function asUndefinedWhenUnreachable(error: unknown): undefined {
  if (!(error instanceof OwnerUnreachableError)) throw error;
  return undefined;
}

function asServiceUnavailable(error: unknown): never {
  if (!(error instanceof OwnerUnreachableError)) throw error;
  throw new ApiError(
    'service_unavailable',
    'The process of this session does not answer. Try again shortly.',
    {
      headers: { 'retry-after': '5' },
      cause: error,
    },
  );
}
