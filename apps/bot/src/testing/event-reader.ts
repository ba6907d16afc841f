/** An event as it came over the wire. */
export interface ReadEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** An event stream that a test reads. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly ReadEvent[];
  /** Everything that came, comments included. */
  text(): string;
  /** Resolves with the first event that fits, also when it has come already. */
  until(fits: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens an event stream. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: ReadEvent[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let isOver = false;

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of response.body ?? []) {
        const piece = decoder.decode(chunk, { stream: true });
        text += piece;
        const blocks = (rest + piece).split('\n\n');
        rest = blocks.pop() ?? '';
        events.push(...blocks.flatMap(parse));
        for (const wake of waiting) wake();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      isOver = true;
      for (const wake of waiting) wake();
    }
  }

  const ended = read();
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => text,
    ended,
    close: () => abort.abort(),
    async until(fits) {
      for (;;) {
        const found = events.find(fits);
        if (found) return found;
        if (isOver) throw new Error(`The stream ended without the event:\n${text}`);
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
  };
}

function parse(block: string): ReadEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  return id && event && data ? [{ id: Number(id), event, data: JSON.parse(data) }] : [];
}
