import { type CommandBus, type CommandHandler, OwnerUnreachableError } from './session-command.ts';

/** Takes commands to this process, which then has to be the only one. */
export function createMemoryCommandBus(): CommandBus {
  const handlers = new Map<string, CommandHandler>();
  return {
    async serve(owner, handle) {
      handlers.set(owner, handle);
    },
    async send(owner, sessionId, command) {
      const handle = handlers.get(owner);
      if (!handle) throw new OwnerUnreachableError('The process of the session is gone.');
      return handle(sessionId, command);
    },
    close: async () => handlers.clear(),
  };
}
