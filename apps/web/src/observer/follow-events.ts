import type { StoredBotEvent } from '@vivant/contract/bot-event';
import { EVENT_KINDS } from './session-view.ts';

/** How the page stands with the server. */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'reconnecting' }
  | { readonly state: 'closed' }
  | { readonly state: 'refused'; readonly reason: 'invalid' | 'unknown' };

/** Wait before opening a stream that the server refused: doubles from the first to the last, in milliseconds. */
const RETRY_MS = { first: 1_000, last: 30_000 };

/** What following a session's events needs. */
export interface FollowOptions {
  readonly eventsUrl: string;
  /** Asks the server whether the token is still good; rejects when the server cannot be asked. */
  readonly checkToken: () => Promise<'valid' | 'invalid' | 'unknown'>;
  /** Whether the session is over, after which an end of the stream is no failure. */
  readonly isOver: () => boolean;
  readonly onEvent: (event: StoredBotEvent) => void;
  readonly onConnection: (connection: Connection) => void;
}

/**
 * Follows a session until it ends or the returned function is called. An EventSource reconnects by itself when a stream
 * breaks, but gives up when the server answers with an error: then the token is checked and a new one is opened.
 */
export function followEvents(options: FollowOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS.first;
  let isStopped = false;

  const open = () => {
    const opened = new EventSource(options.eventsUrl);
    source = opened;
    opened.addEventListener('open', () => {
      retryMs = RETRY_MS.first;
      options.onConnection({ state: 'open' });
    });
    opened.addEventListener('error', () => {
      if (options.isOver()) {
        stop();
        options.onConnection({ state: 'closed' });
        return;
      }
      options.onConnection({ state: 'reconnecting' });
      if (opened.readyState === EventSource.CLOSED) void reopen();
    });
    for (const kind of EVENT_KINDS) {
      opened.addEventListener(kind, (message) => options.onEvent(readEvent(message)));
    }
  };

  const reopen = async () => {
    const answer = await options.checkToken().catch(() => 'unreachable' as const);
    if (isStopped) return;
    if (answer === 'invalid' || answer === 'unknown') {
      options.onConnection({ state: 'refused', reason: answer });
      return;
    }
    timer = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MS.last);
  };

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    source?.close();
  };

  options.onConnection({ state: 'connecting' });
  open();
  return stop;
}

function readEvent(message: MessageEvent<string>): StoredBotEvent {
  return { ...JSON.parse(message.data), id: Number(message.lastEventId) };
}
