import { startDeadline } from '../deadline.ts';
import { ConnectionError, UnexpectedAnswerError, VivantError } from '../errors.ts';
import { createEventStreamParser, type ServerSentEvent } from '../event-stream.ts';
import { asVivantError, type Exchange } from '../exchange.ts';
import type { BotEvent } from '../generated/bot-types.ts';
import { retryDelayMs } from '../retry.ts';
import type { Runtime } from '../runtime.ts';
import type { RetryNotice } from '../transport.ts';

/** An event with its place in the session. */
export type NumberedBotEvent = BotEvent & {
  /** Increases within a session, from 1; present state that is replayed may repeat ids. */
  readonly id: number;
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string;
};

/** How to listen. */
export interface ListenOptions {
  /** Ends listening, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The `id` of the last event that you have; listening goes on behind it. From the beginning if absent. */
  readonly lastEventId?: number | undefined;
}

/** What listening needs. */
export interface BotEventsOptions {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  /** Connections that may fail one after the other, before listening fails. */
  readonly maxRetries: number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
}

/** Listens to one stream of events. */
export type ListenToEvents = (
  path: string,
  options?: ListenOptions,
) => AsyncGenerator<NumberedBotEvent, void, void>;

/** The bot says something every 15 seconds; after three silences the connection is taken for dead. */
const SILENCE_MS = 45_000;

/** Statuses of a session in which nothing happens any more; after `call_ended` verdicts may still come. */
const ENDED: ReadonlySet<string> = new Set(['done', 'fatal', 'stopped']);

/** Wait before connecting again when the bot does not say how long, in milliseconds. */
const RECONNECT_MS = 1000;

interface Cursor {
  lastId: string;
  hasEnded: boolean;
  failures: number;
  retryMs: number;
}

/** Makes what listens: it connects again when a connection breaks, and ends with the session. */
export function createBotEvents({
  exchange,
  runtime,
  maxRetries,
  onRetry,
}: BotEventsOptions): ListenToEvents {
  return async function* listen(path, { signal, lastEventId } = {}) {
    const cursor: Cursor = {
      lastId: lastEventId?.toString() ?? '',
      hasEnded: false,
      failures: 0,
      retryMs: RECONNECT_MS,
    };
    for (;;) {
      let delayMs: number;
      try {
        yield* connect(exchange, path, cursor, signal);
        if (cursor.hasEnded) return;
        delayMs = cursor.retryMs;
      } catch (error) {
        if (!(error instanceof VivantError) || !error.retryable || cursor.failures >= maxRetries) throw error;
        cursor.failures += 1;
        delayMs = retryDelayMs(cursor.failures, cursor.retryMs, runtime.random());
        onRetry?.({ attempt: cursor.failures, delayMs, error });
      }
      await runtime.pause(delayMs, signal);
    }
  };
}

/** Gives the events of one connection, and notes how far it came. */
async function* connect(
  exchange: Exchange,
  path: string,
  cursor: Cursor,
  signal: AbortSignal | undefined,
): AsyncGenerator<NumberedBotEvent, void, void> {
  const silence = startDeadline(SILENCE_MS, signal);
  const headers = { accept: 'text/event-stream', 'last-event-id': cursor.lastId || undefined };
  const parser = createEventStreamParser(cursor.lastId);
  try {
    const response = await exchange.open({ method: 'GET', path, headers }, silence.signal);
    if (response.status === 204) cursor.hasEnded = true;
    let isEmpty = true;
    for await (const text of textsOf(response, () => silence.renew(), silence.signal)) {
      for (const event of parser.push(text)) {
        cursor.failures = 0;
        isEmpty = false;
        cursor.lastId = event.id;
        const numbered = readEvent(event, response.status);
        if (numbered.type === 'session-status') cursor.hasEnded = ENDED.has(numbered.status);
        yield numbered;
      }
      cursor.retryMs = parser.retryMs ?? cursor.retryMs;
    }
    if (isEmpty && !cursor.hasEnded) throw new ConnectionError('The stream ended without an event.');
  } finally {
    silence.clear();
  }
}

async function* textsOf(
  response: Response,
  onText: () => void,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  // Not every browser lets `for await` read a body.
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece?.value) return;
      onText();
      yield decoder.decode(piece.value, { stream: true });
    }
  } catch (error) {
    throw asVivantError(error, signal);
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function readEvent({ data, id }: ServerSentEvent, status: number): NumberedBotEvent {
  try {
    return { ...(JSON.parse(data) as NumberedBotEvent), id: Number(id) };
  } catch (error) {
    throw new UnexpectedAnswerError(status, 'An event is no JSON.', { cause: error });
  }
}
