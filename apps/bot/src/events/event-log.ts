import type { BotEvent, StoredBotEvent } from '@vivant/contract/bot-event';

/** Someone who is told the events of a session in the order of their ids, none twice, none left out. */
export interface Following {
  /** Ends it; nothing is told afterwards. Idempotent. */
  close(): void;
}

/** The events of sessions, for a while. A session has one writer at a time; anybody may follow. */
export interface EventLog {
  /** Adds an event of a session that this process runs. Returns at once. */
  append(sessionId: string, event: BotEvent): StoredBotEvent;
  /** Lets this process go on for one that is dead, with ids after `afterId`, which nobody can have seen. */
  resume(sessionId: string, afterId: number): void;
  /** Id of the last event that this process appended or resumed from; 0 when there is none. */
  lastId(sessionId: string): number;
  /**
   * Tells the events after an id, those that are stored and those to come. Resolves with undefined, having told nothing,
   * when some of them are no longer stored, or nothing is known of the session.
   */
  follow(
    sessionId: string,
    afterId: number,
    tell: (event: StoredBotEvent) => void,
  ): Promise<Following | undefined>;
  /** Says that this process appends no more to a session; its events stay for those who come back. */
  finish(sessionId: string): void;
  close(): Promise<void>;
}

/** Events kept of a session: an hour of frame progress at ten a second would be more than anybody reads again. */
export const EVENTS_MAX = 5_000;
