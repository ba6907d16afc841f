import { type ConnectionOptions, createConnection, refuseKeyInPage } from '../connection.ts';
import { toBotError } from './bot-error.ts';
import { createBotEvents } from './bot-events.ts';
import {
  type Analyses,
  type BotApi,
  type BotSessions,
  createAnalyses,
  createBotSessions,
  createInterviews,
  type Interviews,
} from './bot-resources.ts';
import { readBotResult } from './bot-result.ts';

export type { CallOptions, RetryNotice } from '../transport.ts';
export type { ListenOptions, NumberedBotEvent } from './bot-events.ts';
export type { AnalysesPage, AnalysesQuery, ParticipantCommand } from './bot-resources.ts';
export type { BotResult } from './bot-result.ts';

/** Where the bot is, who calls, and how patiently. */
export interface BotClientOptions extends ConnectionOptions {
  /** A bot key (`sk-bot-...`); it belongs on a server. None is needed for interviews. */
  readonly botKey?: string | undefined;
}

/** Connections of an event stream that may fail in a row: more than a minute. */
const EVENT_RETRIES = 10;

/** The client of the meeting bot. */
export interface BotClient {
  /** Bots in meetings. */
  readonly sessions: BotSessions;
  /** Sessions as their observers see them. */
  readonly interviews: Interviews;
  /** The history of analyses. */
  readonly analyses: Analyses;
}

/** Makes a client of the meeting bot. */
export function createBotClient(options: BotClientOptions): BotClient {
  const { botKey, maxRetries = EVENT_RETRIES, onRetry } = options;
  if (botKey !== undefined) refuseKeyInPage(options);
  const headers: Record<string, string> = botKey === undefined ? {} : { authorization: `Bearer ${botKey}` };
  const { exchange, transport, runtime } = createConnection(options, { headers, toError: toBotError });
  const api: BotApi = {
    send: async (call, callOptions) => readBotResult(await transport.send(call, callOptions)),
    listen: createBotEvents({ exchange, runtime, maxRetries, onRetry }),
  };
  return {
    sessions: createBotSessions(api),
    interviews: createInterviews(api),
    analyses: createAnalyses(api),
  };
}
