import type { Call } from '../exchange.ts';
import type {
  AnalysisRecord,
  BotSession,
  CreateBotSessionBody,
  CreatedBotSession,
} from '../generated/bot-types.ts';
import type { CallOptions } from '../transport.ts';
import type { ListenOptions, ListenToEvents, NumberedBotEvent } from './bot-events.ts';
import type { BotResult } from './bot-result.ts';

/** What the parts of the client call the bot through. */
export interface BotApi {
  readonly send: <Data>(call: Call, options?: CallOptions) => Promise<BotResult<Data>>;
  readonly listen: ListenToEvents;
}

/** What became of a command about a participant. */
export interface ParticipantCommand<Status extends string> {
  readonly status: Status;
  readonly participantId: string;
}

/** Bots in meetings. */
export interface BotSessions {
  /** Starts a bot. After a broken connection it is not sent again: a bot may be on its way already. */
  create(body: CreateBotSessionBody, options?: CallOptions): Promise<BotResult<CreatedBotSession>>;
  /** Reads state, participants and results. */
  get(sessionId: string, options?: CallOptions): Promise<BotResult<BotSession>>;
  /** Ends a session: the bot leaves. */
  delete(sessionId: string, options?: CallOptions): Promise<BotResult<{ readonly status: string }>>;
  /** Starts a scan of a participant who waits. */
  scan(
    sessionId: string,
    participantId: string,
    options?: CallOptions,
  ): Promise<BotResult<ParticipantCommand<'scanning'>>>;
  /** Scans a participant again who has a result. */
  retry(
    sessionId: string,
    participantId: string,
    options?: CallOptions,
  ): Promise<BotResult<ParticipantCommand<'retrying'>>>;
  /** Ends the collection of frames of a participant. */
  stop(
    sessionId: string,
    participantId: string,
    options?: CallOptions,
  ): Promise<BotResult<ParticipantCommand<'stopped'>>>;
  /** Listens to what happens: connects again when a connection breaks, and ends with the session. */
  events(sessionId: string, options?: ListenOptions): AsyncGenerator<NumberedBotEvent, void, void>;
}

/** Makes the part of the client for sessions. */
export function createBotSessions({ send, listen }: BotApi): BotSessions {
  const pathOf = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;
  // None of them is sent again unless it is sure that nothing was done: a second one would do it twice.
  const command =
    <Status extends string>(verb: string) =>
    (
      id: string,
      participantId: string,
      options?: CallOptions,
    ): Promise<BotResult<ParticipantCommand<Status>>> =>
      send(
        {
          method: 'POST',
          path: `${pathOf(id)}/${verb}/${encodeURIComponent(participantId)}`,
          repeats: 'once',
        },
        options,
      );
  return {
    create: (json, options) =>
      send({ method: 'POST', path: '/api/sessions', json, repeats: 'once' }, options),
    get: (id, options) => send({ method: 'GET', path: pathOf(id) }, options),
    delete: (id, options) => send({ method: 'DELETE', path: pathOf(id) }, options),
    scan: command('scan'),
    retry: command('retry'),
    stop: command('stop'),
    events: (id, options) => listen(`${pathOf(id)}/events`, options),
  };
}

/** A session as its observers see it. */
export interface Interviews {
  /** Asks whether an interview token is good, and how its session is. */
  get(
    token: string,
    options?: CallOptions,
  ): Promise<BotResult<{ readonly sessionId: string; readonly status: string }>>;
  /** Listens to what happens, beginning with the present state. */
  events(token: string, options?: ListenOptions): AsyncGenerator<NumberedBotEvent, void, void>;
}

/** Makes the part of the client for observers. */
export function createInterviews({ send, listen }: BotApi): Interviews {
  const pathOf = (token: string) => `/api/interview/${encodeURIComponent(token)}`;
  return {
    get: (token, options) => send({ method: 'GET', path: pathOf(token) }, options),
    events: (token, options) => listen(`${pathOf(token)}/events`, options),
  };
}

/** Which analyses to list. */
export interface AnalysesQuery {
  /** Most in one answer, at most 200; 50 if absent. */
  readonly limit?: number | undefined;
  /** How many to leave out; 0 if absent. */
  readonly offset?: number | undefined;
  readonly verdict?: 'live' | 'fake' | undefined;
  /** Model alias. */
  readonly model?: string | undefined;
  /** Meeting platform, for example `zoom`. */
  readonly meeting_source?: string | undefined;
  /** First date or moment of creation, ISO 8601. */
  readonly date_from?: string | undefined;
  /** Last date or moment of creation, ISO 8601. */
  readonly date_to?: string | undefined;
}

/** A page of the history. */
export interface AnalysesPage {
  readonly analyses: readonly AnalysisRecord[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** The history of analyses. */
export interface Analyses {
  /** Reads one page. */
  list(query?: AnalysesQuery, options?: CallOptions): Promise<BotResult<AnalysesPage>>;
}

/** Makes the part of the client for the history. */
export function createAnalyses({ send }: BotApi): Analyses {
  return {
    list: (query, options) => send({ method: 'GET', path: '/api/analyses', query: { ...query } }, options),
  };
}
