import { z } from 'zod';
import type { SessionState } from '../scans/session-runner.ts';

/** What can be asked of a running session, wherever it runs. */
export const sessionCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['scan', 'retry', 'stop']), participantId: z.string() }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('state') }),
]);

/** What can be asked of a running session. */
export type SessionCommand = z.infer<typeof sessionCommandSchema>;

/** What the process that runs a session answers. */
export type CommandReply =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown-participant' }
  | { readonly kind: 'conflict'; readonly message: string }
  | {
      readonly kind: 'state';
      readonly state: SessionState;
      readonly lastEventId: number;
    }
  /** The process does not run the session any more. */
  | { readonly kind: 'not-here' };

/** Carries out a command. */
export type CommandHandler = (sessionId: string, command: SessionCommand) => Promise<CommandReply>;

/** The process that runs a session does not answer. */
export class OwnerUnreachableError extends Error {
  override readonly name = 'OwnerUnreachableError';
}

/** Takes commands to the process that runs a session. */
export interface CommandBus {
  /** Serves commands that are sent to a process; once. */
  serve(owner: string, handle: CommandHandler): Promise<void>;
  /** @throws OwnerUnreachableError when the process does not answer in time */
  send(owner: string, sessionId: string, command: SessionCommand): Promise<CommandReply>;
  close(): Promise<void>;
}
