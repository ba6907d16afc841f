import type { FrameGate } from '@vivant/engine/frame-gate';
import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { FrameJudge } from '../checks/frame-judge.ts';
import type { MeetingBot, MeetingListener } from '../providers/meeting-provider.ts';
import { createSessionRunner } from '../scans/create-session-runner.ts';
import type { SessionObserver, SessionPlan, SessionRunner } from '../scans/session-runner.ts';
import type { Timers } from '../scans/timers.ts';

/** What a session takes part with. */
export interface Participation {
  readonly judge: FrameJudge;
  readonly observer: SessionObserver;
  /** Sends the bot, whose meeting tells the listener. */
  readonly join: (listener: MeetingListener) => Promise<MeetingBot>;
}

/** A session whose bot is on its way. */
export interface OpenedRunner {
  readonly runner: SessionRunner;
  readonly botId: string;
}

/**
 * Starts a session: its first event is told, then its bot is sent.
 * @throws MeetingProviderError when no bot could be sent; nothing is left behind then
 */
export type OpenRunner = (plan: SessionPlan, participation: Participation) => Promise<OpenedRunner>;

export interface OpenRunnerOptions {
  readonly gate: FrameGate;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

/** Builds the start of sessions that look at frames through one gate. */
export function createOpenRunner({ gate, clock, timers, newId, logger }: OpenRunnerOptions): OpenRunner {
  return async (plan, { judge, observer, join }) => {
    const { sessionId } = plan;
    const onFault = (error: unknown) => logger.error({ err: error, sessionId }, 'a session met a fault');
    const runner = createSessionRunner(plan, { judge, gate, observer, clock, timers, newId, onFault });
    const bot = await join(runner);
    runner.attach(bot);
    return { runner, botId: bot.botId };
  };
}
