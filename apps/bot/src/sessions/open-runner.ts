import type { FrameJudge } from '../checks/frame-judge.ts';
import type { MeetingBot, MeetingListener } from '../providers/meeting-provider.ts';
import type { SessionObserver, SessionPlan, SessionRunner } from '../scans/session-runner.ts';

/** What a session takes part with. */
export interface Participation {
  readonly judge: FrameJudge;
  readonly observer: SessionObserver;
  /** Sends the bot, whose meeting tells the listener. */
  join(listener: MeetingListener): Promise<MeetingBot>;
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
