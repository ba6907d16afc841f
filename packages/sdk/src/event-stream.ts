/** One event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface ServerSentEvent {
  /** Kind; `message` when the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The newest id of the stream up to and with this event. */
  readonly id: string;
}

/** Reads the text of an event stream piece by piece. */
export interface EventStreamParser {
  /** Gives the events that the piece completes. */
  push(text: string): ServerSentEvent[];
  /** How long to wait before connecting again, in milliseconds, if the stream said so. */
  readonly retryMs: number | undefined;
}

/**
 * Makes a parser for one connection; an event that the connection did not complete is dropped.
 * @param lastEventId the id with which the connection went on
 */
export function createEventStreamParser(lastEventId: string): EventStreamParser {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id = lastEventId;
  let retryMs: number | undefined;

  function readLine(line: string): ServerSentEvent | undefined {
    if (line === '') return dispatch();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
    return undefined;
  }

  function dispatch(): ServerSentEvent | undefined {
    const complete = data.length > 0 ? { event: event || 'message', data: data.join('\n'), id } : undefined;
    event = '';
    data = [];
    return complete;
  }

  return {
    push(text) {
      // A carriage return at the end may be the first half of a line end.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.map(readLine).filter((complete) => complete !== undefined);
    },
    get retryMs() {
      return retryMs;
    },
  };
}
