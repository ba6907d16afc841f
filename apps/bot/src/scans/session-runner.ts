import type { AnalysisRecord } from '@vivant/contract/analysis-record';
import type { BotEvent, ParticipantVerdict } from '@vivant/contract/bot-event';
import type { SessionParticipant } from '@vivant/contract/bot-session';

/** What the caller asked for, resolved. */
export interface SessionPlan {
  readonly sessionId: string;
  readonly model: string;
  /** Frames the model needs. */
  readonly framesRequired: number;
  /** How long ten frames may take to collect; more may take longer. */
  readonly collectionSeconds: number;
  readonly targetParticipantNames: readonly string[];
  readonly excludeParticipantNames: readonly string[];
  readonly faceGate: boolean;
  readonly bgSegmentation: boolean;
  readonly rescanIntervalSeconds: number | undefined;
}

/** An analysis that ended; whoever stores it knows the session's names. */
export type Analysis = Omit<
  AnalysisRecord,
  'id' | 'sessionId' | 'meetingName' | 'meetingSource' | 'model' | 'createdAt'
>;

/** Who is told what a session does. Neither call may throw; both return at once. */
export interface SessionObserver {
  onEvent(event: BotEvent): void;
  onAnalysis(analysis: Analysis): void;
}

/** A command that cannot be carried out now; answered as 409 with this text. */
export class ScanConflictError extends Error {
  override readonly name = 'ScanConflictError';
}

/** What a session looks like at a moment. */
export interface SessionState {
  readonly status: string;
  readonly statusReason: string | null;
  readonly participants: readonly SessionParticipant[];
  readonly results: readonly ParticipantVerdict[];
}

/** One running session: people come and go, are scanned in turn and judged. */
export interface SessionRunner {
  /** The state now. */
  state(): SessionState;
  /**
   * Starts a scan of a participant who waits. Returns false when there is no such participant.
   * @throws ScanConflictError
   */
  scan(participantId: string): boolean;
  /** Scans a participant who has a result, or was stopped, again. As `scan`. */
  retry(participantId: string): boolean;
  /** Stops a collection. As `scan`; conflict when the participant is not accumulating. */
  stop(participantId: string): boolean;
  /** Ends the session with a status: the bot leaves, nothing is told afterwards. Idempotent. */
  end(status: string, reason?: string): Promise<void>;
}
