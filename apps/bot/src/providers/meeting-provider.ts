/** A picture of one participant's camera as a meeting delivers it. */
export type CameraImage =
  | {
      readonly format: 'i420';
      readonly width: number;
      readonly height: number;
      /** Planes Y, U, V without padding; width x height x 3 / 2 bytes. Owned by the receiver. */
      readonly data: Uint8Array;
    }
  | { readonly format: 'rgb'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  | { readonly format: 'jpeg' | 'png'; readonly data: Uint8Array };

/** One frame of a participant. Its aspect ratio is the camera's. */
export interface CameraFrame {
  readonly participantId: string;
  /** Capture time in milliseconds on the provider's own clock; only differences mean anything. */
  readonly timestampMs: number;
  readonly image: CameraImage;
}

/** Someone in the meeting other than the bot. */
export interface MeetingParticipant {
  /** Unique in the meeting; the same person may come back under another. */
  readonly participantId: string;
  readonly participantName: string;
  /** Number at the provider, when it has one. */
  readonly numericId: number | null;
}

/** What a meeting tells about itself. Events about unknown participants are ignored by the listener. */
export type MeetingEvent =
  | { readonly kind: 'status'; readonly status: string; readonly reason?: string }
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'joined'; readonly participant: MeetingParticipant }
  | { readonly kind: 'left'; readonly participantId: string }
  | { readonly kind: 'camera-on'; readonly participantId: string }
  | { readonly kind: 'camera-off'; readonly participantId: string };

/** Who is told what happens in a meeting. Neither call may throw; both return at once. */
export interface MeetingListener {
  onEvent(event: MeetingEvent): void;
  /** Only for the participant that is watched. */
  onFrame(frame: CameraFrame): void;
}

/** How the bot is to appear. */
export interface JoinRequest {
  readonly sessionId: string;
  readonly meetingUrl: URL;
  readonly botName: string;
  /** Picture of the organization for the bot's tile, when it has one. */
  readonly logoUrl: string | undefined;
  /** When to join; at once when absent. */
  readonly joinAt: Date | undefined;
}

/** A bot in (or on its way into) a meeting. */
export interface MeetingBot {
  /** Identifies the bot at the provider; enough to make it leave after a restart of this process. */
  readonly botId: string;
  /**
   * Asks for the frames of one participant, about `fps` a second and consecutive, and of no other; undefined stops all.
   * Returns at once.
   */
  watch(participantId: string | undefined, fps?: number): void;
  /** Leaves the meeting and has the provider delete its media. Idempotent. No event follows its end. */
  leave(): Promise<void>;
}

/** A provider refused, or could not be reached; the message is for people and holds no address, name or key. */
export class MeetingProviderError extends Error {
  override readonly name = 'MeetingProviderError';
  /** Whether the same request may work later. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

/** A way into meetings. */
export interface MeetingProvider {
  /** Name for logs and metrics. */
  readonly name: string;
  /** The platform of an address ('zoom', 'google_meet', 'microsoft_teams', 'webex', 'room'), undefined when it is none of this provider's. */
  platformOf(meetingUrl: URL): string | undefined;
  /** Whether meetings push to this deployment's public address, which then has to be reachable. */
  readonly needsCallback: boolean;
  /**
   * Sends a bot. Events reach the listener until the bot has left or the meeting has ended.
   * @throws MeetingProviderError when the provider refuses; no bot is left behind then
   */
  join(request: JoinRequest, listener: MeetingListener): Promise<MeetingBot>;
  /** Makes a bot leave that an earlier process sent. Idempotent; a bot that is gone is no error. */
  dismiss(botId: string): Promise<void>;
  /** The same for whatever bot an earlier process sent for a session without learning its id. Idempotent. */
  dismissSession(sessionId: string): Promise<void>;
  /** Ends everything the provider holds open. */
  close(): Promise<void>;
}
