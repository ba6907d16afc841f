// Written by packages/contract/src/declarations/write.ts from the schemas of the contract. Do not edit.

/** The body of `POST /api/sessions`. */
export type CreateBotSessionBody = {
  /** Where the meeting is. */
  readonly meetingUrl: string;
  /** Alias of a V2, V3, V3.1 or V3.1.1 model; `mixed-30-v2` when absent. */
  readonly model?: string | null | undefined;
  /** Label for history views; not sent on. */
  readonly meetingName?: string | null | undefined;
  /** When given, only participants whose name matches are scanned. */
  readonly targetParticipantNames?: readonly string[] | null | undefined;
  /** Names that are never scanned. */
  readonly excludeParticipantNames?: readonly string[] | null | undefined;
  /** Whether face geometry and pose are checked too. */
  readonly faceGate?: boolean | null | undefined;
  /** Whether backgrounds become neutral grey before the analysis, except close around the face. */
  readonly bgSegmentation?: boolean | null | undefined;
  /** Scans a finished participant again after this time. */
  readonly rescanIntervalSeconds?: number | null | undefined;
  /** Where `participant.result` and `session.completed` are posted, signed. */
  readonly callbackUrl?: string | null | undefined;
  /** Name of the bot in the meeting. */
  readonly botName?: string | null | undefined;
  /** When the bot joins; at once when absent. */
  readonly joinAt?: string | null | undefined;
};

/** Where a participant is on the way to a verdict. */
export type ParticipantStage = "waiting" | "matched" | "accumulating" | "analyzing" | "done" | "stopped";

/** Why a collection ended without a verdict. */
export type StopReason = "timeout" | "camera-off" | "manual" | "left";

/** Why a frame cannot be judged. */
export type RejectionReason = "too-blurry" | "too-dark" | "too-bright" | "no-face" | "multiple-faces" | "face-too-far" | "face-too-close" | "face-cut-off" | "face-not-centered" | "backlit" | "angle-yaw" | "angle-pitch" | "angle-roll";

/** A verdict about a participant. */
export type ParticipantVerdict = {
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  /** Whether the face belongs to a live person. */
  readonly verdict: "live" | "fake";
  /** Percentage, 0 to 100; `live` from 65. */
  readonly score: number;
  /** Probability that the face is live, 0 to 1. */
  readonly confidence: number;
  /** Whether the verdict is `live`. */
  readonly isLive: boolean;
};

/** A participant of a session. */
export type SessionParticipant = {
  readonly participantId: string;
  readonly participantName: string;
  readonly numericId: number | null;
  readonly stage: ParticipantStage;
  readonly reason: StopReason | null;
  readonly cameraOn: boolean;
  readonly matchedTarget: string | null;
  readonly frames: number;
  readonly required: number;
  readonly result: ParticipantVerdict | null;
};

/** A bot that is on its way. */
export type CreatedBotSession = {
  readonly sessionId: string;
  readonly botId: string;
  /** `bot_created`. */
  readonly status: string;
  /** Opens the observer routes of this session. */
  readonly interviewToken: string;
  readonly message: string;
  /** Signs what is posted to `callbackUrl` (Standard Webhooks); only when there is one. */
  readonly callbackSecret?: string | undefined;
};

/** Everything about a session of the bot. */
export type BotSession = {
  readonly sessionId: string;
  readonly botId: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly meetingUrl: string;
  /** Platform of the meeting: zoom, google_meet, microsoft_teams, webex, room. */
  readonly meetingSource: string;
  readonly meetingName: string | null;
  readonly model: string;
  readonly faceGate: boolean;
  readonly bgSegmentation: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly participants: readonly SessionParticipant[];
  readonly results: readonly ParticipantVerdict[];
};

/** Something that happened in a session. */
export type BotEvent = {
  readonly type: "session-status";
  /** Status of the bot; an open set. */
  readonly status: string;
  /** Why, for people. */
  readonly reason?: string | undefined;
} | {
  readonly type: "clear-participants";
} | {
  readonly type: "participant-joined";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
} | {
  readonly type: "participant-left";
  /** Identifies the participant in this session. */
  readonly participantId: string;
} | {
  readonly type: "participant-stage";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  readonly stage: ParticipantStage;
  /** Why the stage is `stopped`. */
  readonly reason?: StopReason | undefined;
} | {
  readonly type: "participant-matched";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  /** The entry of `targetParticipantNames` that the name matches. */
  readonly matchedTarget: string;
  /** Number of the participant at the meeting provider. */
  readonly numericId: number | null;
} | {
  readonly type: "frame-progress";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  /** Frames collected. */
  readonly frames: number;
  /** Frames the model needs. */
  readonly required: number;
} | {
  readonly type: "frame-quality-rejected";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  readonly reason: RejectionReason;
  readonly framesCollected: number;
  readonly framesRequired: number;
} | {
  readonly type: "webcam-on";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
} | {
  readonly type: "webcam-off";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
} | {
  readonly type: "recall-connected";
} | {
  readonly type: "recall-disconnected";
} | {
  readonly type: "participant-result";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  /** Whether the face belongs to a live person. */
  readonly verdict: "live" | "fake";
  /** Percentage, 0 to 100; `live` from 65. */
  readonly score: number;
  /** Probability that the face is live, 0 to 1. */
  readonly confidence: number;
  /** Whether the verdict is `live`. */
  readonly isLive: boolean;
} | {
  readonly type: "analysis-failed";
  /** Identifies the participant in this session. */
  readonly participantId: string;
  /** Name shown in the meeting. */
  readonly participantName: string;
  /** Why, for people. */
  readonly error: string;
};

/** One analysis of a participant. */
export type AnalysisRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly participantId: string;
  readonly participantName: string;
  readonly meetingName: string | null;
  readonly meetingSource: string;
  readonly model: string;
  readonly verdict: "live" | "fake" | null;
  readonly score: number | null;
  readonly confidence: number | null;
  readonly realScore: number | null;
  readonly framesProcessed: number | null;
  readonly processingMs: number | null;
  readonly status: "completed" | "failed";
  readonly error: string | null;
  readonly createdAt: string;
};
