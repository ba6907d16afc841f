import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { Redis } from 'ioredis';
import { openRedisSubscriber } from '../events/redis-subscriber.ts';
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
  return new RedisCommandBus(options);
}

class RedisCommandBus implements CommandBus {
  readonly #options: RedisCommandBusOptions;
  readonly #waiting = new Map<string, (answer: Answered) => void>();
  readonly #handlers = new Map<string, CommandHandler>();
  readonly #replyTo: string;
  readonly #subscriber: Redis;
  #listening: Promise<unknown> | undefined;

  constructor(options: RedisCommandBusOptions) {
    this.#options = options;
    this.#replyTo = `vivant:bot:replies:${options.newId()}`;
    this.#subscriber = openRedisSubscriber(options.client);
    this.#subscriber.on('message', (channel: string, text: string) => {
      const handle = this.#handlers.get(channel);
      if (handle) void this.#answer(handle, JSON.parse(text));
      else this.#settle(JSON.parse(text));
    });
  }

  async serve(owner: string, handle: CommandHandler): Promise<void> {
    const channel = channelOf(owner);
    this.#handlers.set(channel, handle);
    await this.#subscriber.subscribe(channel);
  }

  async send(owner: string, sessionId: string, command: SessionCommand): Promise<CommandReply> {
    const { client, newId, logger } = this.#options;
    await this.#listen();
    const asked: Asked = { id: newId(), replyTo: this.#replyTo, sessionId, command };
    // Before the question: the answer may be faster than the count of those who heard it.
    const reply = this.#awaitAnswer(asked.id);
    const receivers = await client
      .publish(channelOf(owner), JSON.stringify(asked))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'a command could not be sent');
        return 0;
      });
    if (receivers > 0) return reply;
    this.#waiting.delete(asked.id);
    // Its time limit rejects later, when nobody listens any more.
    reply.catch(() => undefined);
    throw new OwnerUnreachableError('The process of the session is gone.');
  }

  async close(): Promise<void> {
    this.#subscriber.disconnect();
  }

  /** Listens for answers from the first question on. */
  async #listen(): Promise<void> {
    this.#listening ??= this.#subscriber.subscribe(this.#replyTo);
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw new OwnerUnreachableError('The process of the session cannot be asked.', { cause: error });
    }
  }

  #awaitAnswer(id: string): Promise<CommandReply> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new OwnerUnreachableError('The process of the session does not answer.'));
      }, timeoutMs).unref();
      this.#waiting.set(id, ({ reply }) => {
        clearTimeout(late);
        if (reply) resolve(reply);
        else reject(new Error('The process of the session failed at a command.'));
      });
    });
  }

  #settle(answered: Answered): void {
    this.#waiting.get(answered.id)?.(answered);
    this.#waiting.delete(answered.id);
  }

  async #answer(handle: CommandHandler, { id, replyTo, sessionId, command }: Asked): Promise<void> {
    const { client, logger } = this.#options;
    let reply: CommandReply | undefined;
    try {
      reply = await handle(sessionId, sessionCommandSchema.parse(command));
    } catch (error) {
      logger.error({ err: error, sessionId }, 'a command of another replica failed');
    }
    await client
      .publish(replyTo, JSON.stringify({ id, reply } satisfies Answered))
      .catch((error: unknown) => logger.warn({ err: error }, 'the answer to a command could not be sent'));
  }
}

function channelOf(owner: string): string {
  return `vivant:bot:commands:${owner}`;
}
