import type { BotEvent, StoredBotEvent } from '@vivant/contract/bot-event';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A session whose events a test writes, streamed as the service streams them. */
export class ScriptedSession {
  readonly #events: StoredBotEvent[] = [];
  readonly #streams = new Set<FastifyReply>();
  readonly #clock: () => Date;
  /** What a new stream is answered with instead of events. */
  refusal: 401 | 404 | 503 | undefined;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Lets something happen. */
  push(...events: readonly BotEvent[]): void {
    for (const event of events) {
      const stored = { ...event, id: this.#events.length + 1, timestamp: this.#clock().toISOString() };
      this.#events.push(stored);
      for (const stream of this.#streams) stream.raw.write(textOf(stored));
    }
  }

  /** Streams that are open. */
  get streamCount(): number {
    return this.#streams.size;
  }

  /** Breaks all streams, as a restart of the service does. */
  disconnect(): void {
    for (const stream of this.#streams) stream.raw.destroy();
  }

  /** Ends all streams, as the service does after the last event. */
  end(): void {
    for (const stream of this.#streams) stream.raw.end();
  }

  /** Answers a request for events. */
  stream(request: FastifyRequest, reply: FastifyReply): void {
    const seen = Number(request.headers['last-event-id'] ?? 0);
    const last = this.#events.at(-1);
    reply.hijack();
    if (last && seen >= last.id && last.type === 'session-status' && last.status === 'done') {
      reply.raw.writeHead(204).end();
      return;
    }
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // The service says 3000; a test has no time for that.
    reply.raw.write('retry: 20\n\n');
    for (const event of this.#events) if (event.id > seen) reply.raw.write(textOf(event));
    this.#streams.add(reply);
    reply.raw.on('close', () => this.#streams.delete(reply));
  }
}

function textOf({ id, ...event }: StoredBotEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
