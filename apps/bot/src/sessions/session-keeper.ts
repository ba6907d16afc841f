import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import type { SessionCallbacks } from '../callbacks/session-callbacks.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SessionMeter } from '../health/bot-metrics.ts';
import type { MeetingProvider } from '../providers/meeting-provider.ts';
import type { SessionHost } from './session-host.ts';
import {
  claimDismissals,
  EVENT_ID_BEFORE_TAKEOVER,
  LEASE_TTL_SECONDS,
  noteDismissed,
  prolongLeases,
  takeOverDead,
} from './session-store.ts';
import type { SessionRecord } from './sessions-table.ts';

/** Keeps sessions of living processes alive and ends those of dead ones. */
export interface SessionKeeper {
  /** Ends what dead processes have left, then does so from time to time; their bots leave in the background. */
  start(): Promise<void>;
  /** Waits for what is under way. Idempotent. */
  stop(): Promise<void>;
  /** One round of everything. */
  tick(): Promise<void>;
}

export interface SessionKeeperOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly host: SessionHost;
  readonly events: EventLog;
  readonly callbacks: SessionCallbacks;
  readonly meter: SessionMeter;
  readonly providers: readonly MeetingProvider[];
}

/** Four rounds within the lease: three may fail. */
const TICK_MS = (LEASE_TTL_SECONDS / 4) * 1000;

const LOST = 'The process that attended the meeting ended unexpectedly.';
const TAKEN_OVER = 'Another process has taken the session over.';
const TOO_LONG = 'The session has lasted for as long as a session may.';

/** Builds a keeper. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { database, host, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;

  async function attempt(step: Promise<void>): Promise<void> {
    await step.catch((error: unknown) => logger.warn({ err: error }, 'sessions could not be looked after'));
  }

  async function runRound(): Promise<void> {
    await attempt(endExpired(options));
    await attempt(endDead(options, false));
    await attempt(dismissLeft(options));
  }

  function startRound(): Promise<void> {
    round ??= runRound().finally(() => {
      round = undefined;
    });
    return round;
  }

  /** A round may wait for a provider for minutes; the leases of all sessions must not wait with it. */
  async function tick(): Promise<void> {
    await Promise.all([attempt(keepOwn(options)), startRound()]);
  }

  return {
    tick,
    async start() {
      // The embedded database belongs to this process alone, so every session in it that runs has lost its own.
      await attempt(endDead(options, database.kind === 'embedded' && host.running.length === 0));
      void startRound();
      timer ??= setInterval(() => void tick(), TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

async function endExpired({ host }: SessionKeeperOptions): Promise<void> {
  await Promise.all(host.expired().map((id) => host.end(id, 'fatal', TOO_LONG)));
}

async function keepOwn({ database, host }: SessionKeeperOptions): Promise<void> {
  const { running } = host;
  const held = await prolongLeases(database, host.owner, running);
  // One that ended meanwhile is not held any more either; ending it again does nothing.
  const lost = running.filter((id) => !held.has(id));
  await Promise.all(lost.map((id) => host.end(id, 'fatal', TAKEN_OVER)));
}

async function endDead(options: SessionKeeperOptions, isAlone: boolean): Promise<void> {
  const { database, clock, host, callbacks } = options;
  const at = clock.now();
  const dead = await database.db.transaction(async (transaction) => {
    const { owner, running } = host;
    const taken = await takeOverDead(transaction, { owner, running, isAlone, at, reason: LOST });
    for (const { id, callbackUrl, status, statusReason, results } of taken) {
      if (callbackUrl)
        await callbacks.tellEnd(id, { status, statusReason, endedAt: at, results })(transaction);
    }
    return taken;
  });
  for (const session of dead) tellEnd(options, session);
}

/** Tells those who still listen at other replicas. */
function tellEnd({ events, logger, meter }: SessionKeeperOptions, { id }: SessionRecord): void {
  logger.warn({ sessionId: id }, 'a session of a dead process was ended');
  events.resume(id, EVENT_ID_BEFORE_TAKEOVER);
  meter.countEvent(events.append(id, { type: 'session-status', status: 'fatal', reason: LOST }));
  events.finish(id);
}

async function dismissLeft(options: SessionKeeperOptions): Promise<void> {
  const { database, host } = options;
  const left = await claimDismissals(database, host.owner);
  await Promise.all(left.map((session) => dismiss(options, session)));
}

async function dismiss(
  { database, providers, logger, meter }: SessionKeeperOptions,
  { id, botId, provider: name }: SessionRecord,
): Promise<void> {
  const provider = providers.find((each) => each.name === name);
  try {
    // The process may have died before it learned whom it had sent.
    await (botId === null ? provider?.dismissSession(id) : provider?.dismiss(botId));
    await noteDismissed(database, id);
  } catch (error) {
    meter.countFailedDismissal();
    logger.warn({ err: error, sessionId: id }, 'a bot could not be dismissed; trying again');
  }
}
