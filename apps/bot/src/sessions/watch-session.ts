import type { ServerResponse } from 'node:http';
import { ENDED_STATUSES, type StoredBotEvent } from '@vivant/contract/bot-event';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventLog, Following } from '../events/event-log.ts';
import { createEventStream, type EventStream } from '../events/event-stream.ts';
import { replayState } from '../events/replay-state.ts';
import type { SessionDesk } from './session-desk.ts';
import type { SessionRecord } from './sessions-table.ts';

/** Answers requests for the events of sessions. */
export interface SessionWatch {
  /**
   * Streams the events of a session until it ends: those after `Last-Event-ID`, otherwise all of them or, for one who
   * observes, the present state and what follows. Answers 204 to a client that has seen the end, which tells a browser to
   * stop coming back.
   */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    session: SessionRecord,
    from: WatchFrom,
  ): Promise<never>;
  /** Streams that are open. */
  readonly openCount: number;
  /** Ends all streams; their clients come back, to another process. */
  close(): void;
}

/** What a client without `Last-Event-ID` gets first. */
export type WatchFrom = 'first-event' | 'state';

export interface SessionWatchOptions {
  readonly events: EventLog;
  readonly desk: SessionDesk;
  readonly clock: Clock;
  /** Time between comments, which keep proxies from closing a silent connection; milliseconds. */
  readonly heartbeatMs?: number | undefined;
  /** Time to read the rest of a stream that has ended, in milliseconds. */
  readonly restMs?: number | undefined;
}

const HEARTBEAT_MS = 15_000;

/** Time for a client to read the rest of a stream that has ended. One that does not read would hold the service up. */
const REST_MS = 3_000;

/** A process has memory for so many clients that read slowly: 1,000 x 512 KiB. */
const STREAMS_MAX = 1_000;

/** Builds the watch. */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { desk, heartbeatMs = HEARTBEAT_MS, restMs = REST_MS } = options;
  const streams = new Set<EventStream>();

  function open(connection: ServerResponse): EventStream {
    const stream = createEventStream();
    streams.add(stream);
    const heartbeat = setInterval(() => stream.comment('keep-alive'), heartbeatMs).unref();
    let cutOff: NodeJS.Timeout | undefined;
    void stream.ended.then(() => {
      cutOff = setTimeout(() => connection.destroy(), restMs).unref();
    });
    connection.once('close', () => clearTimeout(cutOff));
    void stream.closed.then(() => {
      clearInterval(heartbeat);
      streams.delete(stream);
    });
    return stream;
  }

  return {
    get openCount() {
      return streams.size;
    },
    async answer(request, reply, session, from) {
      if (streams.size >= STREAMS_MAX)
        throw new ApiError('service_unavailable', 'Too many clients watch at the moment.', {
          headers: { 'retry-after': '5' },
        });
      const seenId = lastEventIdOf(request);
      if (session.endedAt && seenId !== undefined && seenId >= (await desk.read(session)).lastEventId)
        return sent(reply.code(204).send());
      const stream = open(reply.raw);
      // Not awaited: the answer begins with what is stored already.
      void feed(options, stream, { session, seenId, from }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'events could not be streamed');
        stream.body.destroy();
      });
      const answered = reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // Kept alive, it would hold up a stop that begins before the end has been sent.
        .header('connection', 'close')
        .send(stream.body);
      return sent(answered);
    },
    close() {
      for (const stream of streams) stream.end();
    },
  };
}

/** fastify wants a handler that has answered to return the reply; the types of a documented route want a body. */
function sent(reply: FastifyReply): never {
  return reply as never;
}

function lastEventIdOf({ headers }: FastifyRequest): number | undefined {
  const text = headers['last-event-id'];
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

interface Watched {
  readonly session: SessionRecord;
  readonly seenId: number | undefined;
  readonly from: WatchFrom;
}

async function feed(options: SessionWatchOptions, stream: EventStream, watched: Watched): Promise<void> {
  const { events } = options;
  const { session, seenId, from } = watched;
  const hasTold = { end: false };
  const tell = (event: StoredBotEvent) => {
    stream.send(event);
    hasTold.end ||= isEnd(event);
    if (hasTold.end) stream.end();
  };
  const startId = seenId ?? (from === 'first-event' ? 0 : undefined);
  let following: Following | undefined;
  if (startId !== undefined) following = await events.follow(session.id, startId, tell);
  // Nothing follows in a session that has ended: what is stored of its events has told so, or they are gone.
  if (session.endedAt && !hasTold.end) {
    following?.close();
    following = undefined;
  }
  following ??= hasTold.end ? undefined : await feedState(options, stream, session, tell);
  void stream.closed.then(() => following?.close());
  if (!following) stream.end();
}

/** Sends the present state, then what follows; an ended session has nothing that follows. */
async function feedState(
  { events, desk, clock }: SessionWatchOptions,
  stream: EventStream,
  session: SessionRecord,
  tell: (event: StoredBotEvent) => void,
): Promise<Following | undefined> {
  const { lastEventId, ...state } = await desk.read(session);
  const timestamp = clock.now().toISOString();
  for (const event of replayState(state)) stream.send({ ...event, id: lastEventId, timestamp });
  if (ENDED_STATUSES.includes(state.status)) return undefined;
  return events.follow(session.id, lastEventId, tell);
}

function isEnd(event: StoredBotEvent): boolean {
  return event.type === 'session-status' && ENDED_STATUSES.includes(event.status);
}
