/** A frame as it is sent to be judged. */
export interface EncodedFrame {
  readonly timestampMs: number;
  /** JPEG or PNG. */
  readonly data: Uint8Array;
}

/** One set of consecutive frames of one person. */
export interface JudgeRequest {
  /** Identifies the check; a repetition with the same id is never charged twice. */
  readonly checkId: string;
  readonly model: string;
  readonly frames: readonly EncodedFrame[];
  readonly signal: AbortSignal;
}

/** What the verification service answered. */
export interface Judgement {
  readonly verdict: 'live' | 'fake';
  readonly score: number;
  readonly realScore: number;
  readonly confidence: number;
  readonly framesProcessed: number;
  readonly processingMs: number;
}

/** Why a judgement could not be had. */
export class JudgementError extends Error {
  override readonly name = 'JudgementError';
  /** Whether the same request may work later. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

/** The verification service as the bot sees it. */
export interface FrameJudge {
  /** @throws JudgementError */
  judge(request: JudgeRequest): Promise<Judgement>;
}
