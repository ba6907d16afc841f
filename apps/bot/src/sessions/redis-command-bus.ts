import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { Redis } from 'ioredis';
import {
  type CommandBus,
  type CommandHandler,
  type CommandReply,
  OwnerUnreachableError,
  type SessionCommand,
  sessionCommandSchema,
} from './session-command.ts';

export interface RedisCommandBusOptions {
  readonly client: Redis;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly keyPrefix?: string;
  /** Time for an answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A bot may take seconds to leave a meeting. */
const TIMEOUT_MS = 12_000;

interface Asked {
  readonly id: string;
  readonly replyTo: string;
  readonly sessionId: string;
  readonly command: SessionCommand;
}

interface Answered {
  readonly id: string;
  /** Undefined when carrying it out failed. */
  readonly reply: CommandReply | undefined;
}

/** Sends commands over a channel that each process listens on, and answers over one of the asker's. */
export function createRedisCommandBus(options: RedisCommandBusOptions): CommandBus {
  const { client, newId, logger, keyPrefix = 'vivant:bot', timeoutMs = TIMEOUT_MS } = options;
  const waiting = new Map<string, (answer: Answered) => void>();
  const replyTo = `${keyPrefix}:replies:${newId()}`;
  const handlers = new Map<string, CommandHandler>();
  const subscriber = client.duplicate();
  // The client whose duplicate it is logs the loss.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (channel: string, text: string) => {
    const handle = handlers.get(channel);
    if (handle) void answer(handle, JSON.parse(text));
    else settle(JSON.parse(text));
  });
  let listening: Promise<unknown> | undefined;

  function settle(answered: Answered): void {
    waiting.get(answered.id)?.(answered);
    waiting.delete(answered.id);
  }

  async function answer(handle: CommandHandler, asked: Asked): Promise<void> {
    const { id, sessionId } = asked;
    let reply: CommandReply | undefined;
    try {
      reply = await handle(sessionId, sessionCommandSchema.parse(asked.command));
    } catch (error) {
      logger.error({ err: error, sessionId }, 'a command of another replica failed');
    }
    await client
      .publish(asked.replyTo, JSON.stringify({ id, reply } satisfies Answered))
      .catch((error: unknown) => logger.warn({ err: error }, 'the answer to a command could not be sent'));
  }

  /** Listens for answers with the first question. */
  async function listen(): Promise<void> {
    listening ??= subscriber.subscribe(replyTo).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    try {
      await listening;
    } catch (error) {
      throw new OwnerUnreachableError('The process of the session cannot be asked.', { cause: error });
    }
  }

  /** Resolves with the answer to a question, which must be asked after this. */
  function awaitAnswer(id: string): Promise<CommandReply> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(id);
        reject(new OwnerUnreachableError('The process of the session does not answer.'));
      }, timeoutMs).unref();
      waiting.set(id, ({ reply }) => {
        clearTimeout(late);
        if (reply) resolve(reply);
        else reject(new Error('The process of the session failed at a command.'));
      });
    });
  }

  async function ask(channel: string, asked: Asked): Promise<CommandReply> {
    await listen();
    const reply = awaitAnswer(asked.id);
    const receivers = await client.publish(channel, JSON.stringify(asked)).catch((error: unknown) => {
      logger.warn({ err: error }, 'a command could not be sent');
      return 0;
    });
    if (receivers > 0) return reply;
    waiting.delete(asked.id);
    // Its time limit rejects later, when nobody listens any more.
    reply.catch(() => undefined);
    throw new OwnerUnreachableError('The process of the session is gone.');
  }

  return {
    async serve(owner, handle) {
      const channel = `${keyPrefix}:commands:${owner}`;
      handlers.set(channel, handle);
      await subscriber.subscribe(channel);
    },
    async send(owner, sessionId, command) {
      return ask(`${keyPrefix}:commands:${owner}`, { id: newId(), replyTo, sessionId, command });
    },
    async close() {
      subscriber.disconnect();
    },
  };
}
