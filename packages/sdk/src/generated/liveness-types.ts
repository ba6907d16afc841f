// Written by packages/contract/src/declarations/write.ts from the schemas of the contract. Do not edit.

/** A captured frame as it is sent. */
export type Frame = {
  /** Place of the frame in the sequence, from 0. */
  readonly index: number;
  /** Capture time in milliseconds, from any fixed origin. */
  readonly timestamp_ms: number;
  /** The image (PNG, JPEG or WebP) in base64, with or without a `data:` prefix. PNG recommended. */
  readonly pixels: string;
};

/** Face-mesh points; null when the tracker lost the face. */
export type Landmarks = readonly (readonly [number, number, number] | {
  /** Share of the width. */
  readonly x: number;
  /** Share of the height. */
  readonly y: number;
  /** Depth on the scale of x. */
  readonly z: number;
})[] | null;

/** A frame with the face-mesh points that its sender found. */
export type LiveCheckFrame = {
  /** Place of the frame in the sequence, from 0. */
  readonly index: number;
  /** Capture time in milliseconds, from any fixed origin. */
  readonly timestamp_ms: number;
  /** The image (PNG, JPEG or WebP) in base64, with or without a `data:` prefix. PNG recommended. */
  readonly pixels: string;
  readonly landmarks: Landmarks;
};

/** A frame of an upload; landmarks are needed for live-check only. */
export type UploadFrame = {
  /** Place of the frame in the sequence, from 0. */
  readonly index: number;
  /** Capture time in milliseconds, from any fixed origin. */
  readonly timestamp_ms: number;
  /** The image (PNG, JPEG or WebP) in base64, with or without a `data:` prefix. PNG recommended. */
  readonly pixels: string;
  readonly landmarks?: Landmarks | undefined;
};

/** A picture cut around a face. */
export type Crop = {
  /** Place of the crop in the sequence, from 0. */
  readonly index: number;
  /** A PNG of 224x224 pixels in base64: a square around the face, three times its size. A face that covers more than half of it makes the verdict less certain. */
  readonly pixels: string;
};

/** The body of `POST /api/v1/fast-check`. */
export type FastCheckBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Model alias; ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The captured frames in any order; at least as many as the model requires. */
  readonly frames: readonly Frame[];
};

/** The body of `POST /api/v1/verify`. */
export type VerifyBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The captured frames in any order; at least as many as the model requires. */
  readonly frames: readonly Frame[];
};

/** The body of `POST /api/v1/fast-check-stream`. */
export type FastCheckStreamBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Model alias; ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** One frame; its `index` lies below the number of frames the model requires. */
  readonly frame: {
    /** Place of the frame in the sequence, from 0. */
    readonly index: number;
    /** Capture time in milliseconds, from any fixed origin. */
    readonly timestamp_ms: number;
    /** The image (PNG, JPEG or WebP) in base64, with or without a `data:` prefix. PNG recommended. */
    readonly pixels: string;
  };
};

/** The body of `POST /api/v1/fast-check-crops`. */
export type FastCheckCropsBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Model alias; ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The crops in any order; at least as many as the model requires. */
  readonly crops: readonly Crop[];
  /** Whether the background was replaced before cropping; stored for analytics. */
  readonly bg_segmentation?: boolean | null | undefined;
};

/** The body of `POST /api/v1/live-check`. */
export type LiveCheckBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Model alias; ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The captured frames in any order; at least as many as the model requires. */
  readonly frames: readonly LiveCheckFrame[];
};

/** The body of `POST /api/v2/upload`. */
export type UploadBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Model alias; ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** A batch of frames; an index that was uploaded before is skipped. Required in a JSON body. */
  readonly frames?: readonly UploadFrame[] | null | undefined;
  /** A video file. Required in a form, where `warnings` and `metadata` are JSON texts. */
  readonly video?: string | undefined;
};

/** The body of the two checks of uploaded frames. */
export type UploadedCheckBody = {
  /** Identifies the check; made by the client (UUID). */
  readonly session_id: string;
  /** Must be the model of the upload; that one is taken when absent. Ignored with `X-Model-Version`. */
  readonly model?: string | null | undefined;
  /** Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`. */
  readonly frame_count?: number | null | undefined;
  /** Where the frames come from; `media` when absent. */
  readonly source?: "media" | "live" | null | undefined;
  /** Frames per second; measured from the timestamps when absent. Hybrid models require it. */
  readonly fps?: number | null | undefined;
  /** Capture warnings; echoed without repeats. */
  readonly warnings?: readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
  /** Any JSON object; echoed in webhooks as `tenant_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
};

/** The body of `POST /api/v1/keys`. */
export type CreateKeyBody = {
  /** For people; required unless `rotates` is sent. */
  readonly name?: string | null | undefined;
  /** `api` (default): a client of this API. `bot`: the meeting bot, on behalf of `linked_key_id`. */
  readonly kind?: KeyKind | null | undefined;
  /** What the key may do; empty: everything. At most what the caller may do; the caller's own scopes when absent. */
  readonly scopes?: readonly Scope[] | null | undefined;
  /** When the key stops working; never when absent. */
  readonly expires_at?: string | null | undefined;
  /** Bot keys only: the API key that pays for the checks. */
  readonly linked_key_id?: string | null | undefined;
  /** A key to replace. The new key takes its name, kind, scopes and link unless others are sent, and its bot keys; the old one stops working after `grace_seconds`. */
  readonly rotates?: string | null | undefined;
  /** How long the replaced key still works; 0 when absent. */
  readonly grace_seconds?: number | null | undefined;
};

/** The body of `PATCH /api/v1/keys/{id}`; what is absent stays. */
export type ChangeKeyBody = {
  /** For people. */
  readonly name?: string | null | undefined;
  /** Cannot be changed; refused when it differs. */
  readonly kind?: KeyKind | null | undefined;
  /** What the key may do; empty: everything. */
  readonly scopes?: readonly Scope[] | null | undefined;
  /** When the key stops working; null: never. */
  readonly expires_at?: string | null | undefined;
  /** Bot keys only: the API key that pays for the checks; null: none. */
  readonly linked_key_id?: string | null | undefined;
};

/** The body of the validation of a bot key. */
export type ValidateBotKeyBody = {
  /** A bot key. */
  readonly key: string;
};

/** The query of `GET /api/v1/usage`. */
export type UsageQuery = {
  /** First moment; a date means its start in UTC. 30 days before `to` when absent. */
  readonly from?: string | undefined;
  /** Moment before which rows lie; a date means its end in UTC. Now when absent. */
  readonly to?: string | undefined;
  /** Only this operation. */
  readonly endpoint?: "fast-check" | "fast-check-stream" | "fast-check-crops" | "live-check" | "verify" | "v2/fast-check" | "v2/live-check" | "video/detect" | undefined;
  /** Only this model. */
  readonly model?: string | undefined;
  /** Only checks made with the key of this id. */
  readonly key?: string | undefined;
  /** Most rows in one answer. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the answer before. */
  readonly cursor?: string | undefined;
};

/** The body of `POST /api/v1/sessions`. */
export type CreateSessionBody = {
  /** Alias of the model that shall judge; `10` when absent. */
  readonly model?: string | null | undefined;
  /** How long session and token live; 600 when absent. */
  readonly ttl_seconds?: number | null | undefined;
  /** Any JSON object that fits the schema of the tenant; it takes the place of what a browser sends. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
};

/** The body of `PATCH /api/v1/sessions/{session_id}/audit`. */
export type AuditBody = {
  /** What happened, for example `camera.denied`. */
  readonly event: string;
  /** Any JSON about it. */
  readonly detail?: unknown | undefined;
  /** When it happened; now when absent. */
  readonly at?: string | null | undefined;
};

/** The body of `PATCH /api/v1/sessions/{session_id}/client-time`. */
export type ClientTimeBody = {
  /** The device's clock in milliseconds since 1970. */
  readonly client_time: number;
};

/** The body of `POST /api/v1/hosts`. */
export type AddHostBody = {
  /** Scheme, host and port if it is not the usual one, for example `https://app.example.com`. */
  readonly origin: string;
};

/** The body of `POST /api/v1/webhooks`. */
export type CreateWebhookBody = {
  /** Where events are posted: http(s), a public address. */
  readonly url: string;
  /** Kinds to be told about; all when absent or empty. */
  readonly events?: readonly EventKind[] | null | undefined;
  /** For people. */
  readonly description?: string | null | undefined;
};

/** The body of `PATCH /api/v1/webhooks/{id}`; what is absent stays. */
export type ChangeWebhookBody = {
  /** Where events are posted from now on. */
  readonly url?: string | null | undefined;
  /** Kinds to be told about; an empty list means all. */
  readonly events?: readonly EventKind[] | null | undefined;
  /** For people. */
  readonly description?: string | null | undefined;
  /** Whether events are delivered. */
  readonly enabled?: boolean | null | undefined;
  /** Makes a new secret. For 24 hours events are signed with the former one too. */
  readonly rotate_secret?: true | null | undefined;
};

/** What can be wrong; choose your recovery by it. */
export type ErrorCode = "insufficient_frames" | "missing_field" | "validation_error" | "unsupported_model" | "invalid_video_input" | "invalid_metadata" | "invalid_key" | "insufficient_credits" | "account_suspended" | "insufficient_scope" | "tenant_mismatch" | "tenant_not_found" | "submission_not_found" | "not_found" | "method_not_allowed" | "session_model_mismatch" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";

/** One permission of an API key. */
export type Scope = "detection:write" | "detection:read" | "session:write" | "session:read" | "session:audit" | "keys:read" | "keys:write" | "usage:read" | "credits:read" | "webhooks:read" | "webhooks:write" | "hosts:read" | "hosts:write";

/** Who uses a key. */
export type KeyKind = "api" | "bot";

/** What was decided. */
export type Verdict = "live" | "fake";

/** The band of a score. */
export type RiskBand = "VERY LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY HIGH";

/** How the material reached the service. */
export type InputSource = "rest_frames" | "rest_crops" | "rest_stream" | "rest_landmarks" | "upload_frames" | "upload_landmarks" | "video_upload";

/** Why a frame cannot be judged. */
export type RejectionReason = "too-blurry" | "too-dark" | "too-bright" | "no-face" | "multiple-faces" | "face-too-far" | "face-too-close" | "face-cut-off" | "face-not-centered" | "backlit" | "angle-yaw" | "angle-pitch" | "angle-roll";

/** What webhooks tell about. */
export type EventKind = "check.completed" | "video.completed" | "video.failed" | "session.audit" | "webhook.test";

/** What became of a delivery. */
export type DeliveryState = "pending" | "delivered" | "failed";

/** What a capture client noticed about its material. */
export type CaptureWarning = string | Readonly<Record<string, unknown>>;

/** The numbers behind a verdict. */
export type Diagnostics = {
  /** Frames in the request. */
  readonly frames_received: number;
  /** Frames with exactly one face that is large and sharp enough. */
  readonly frames_usable: number;
  /** Usable frames that the nets looked at. */
  readonly frames_scored: number;
  /** How many frames failed for which reason; reasons that did not occur are absent. */
  readonly rejections: { readonly [Key in RejectionReason]?: number };
  /** Value of each named signal over the scored frames. */
  readonly signals: Readonly<Record<string, number>>;
  /** What speaks most for the verdict, strongest first. */
  readonly reasons: readonly string[];
  /** What the organization's own calibration of the model did; absent when there is none. */
  readonly calibration?: {
    /** `outdated`: it was measured on other coefficients of the model, and was left out. */
    readonly state: "applied" | "outdated";
    /** Log-odds that were added to the score. */
    readonly offset: number;
  } | undefined;
  /** Only of a video: how many runs of consecutive frames were judged, spread over it. */
  readonly runs?: number | undefined;
};

/** A finished check. */
export type VerificationResult = {
  /** `live` from a score of 65, `fake` below it. */
  readonly verdict: Verdict;
  /** Equal to `real_score`; decide by `real_score`. */
  readonly confidence: number;
  /** Calibrated probability that the face belongs to a live person. */
  readonly real_score: number;
  /** `real_score` in percent. */
  readonly score: number;
  /** Band of the unrounded score: below 35, 50, 65, 80, and above. */
  readonly type: RiskBand;
  /** The session id of the request, as it was sent. */
  readonly session_id: string;
  /** Model that judged. */
  readonly model: string;
  /** How the material reached the service. */
  readonly input_source: InputSource;
  /** Processing time in milliseconds. */
  readonly processing_ms: number;
  /** Frames or crops analysed. */
  readonly frames_processed: number;
  /** Metadata of the tenant, if any. */
  readonly tenant_metadata: Readonly<Record<string, unknown>> | null;
  /** Why the result deserves care, for example crops that are too tight. */
  readonly warning: string | null;
  /** Capture warnings of the request, without repeats. */
  readonly warnings: readonly CaptureWarning[] | null;
  /** When the verdict was reached (ISO 8601, UTC). */
  readonly created_at: string;
  /** The service was there to judge. */
  readonly available: true;
  /** A finished check has no error. */
  readonly error: null;
  /** The numbers behind the verdict. */
  readonly diagnostics: Diagnostics | null;
};

/** A stream before its set is complete. */
export type StreamBuffering = {
  /** More frames are needed. */
  readonly status: "buffering";
  /** The session id of the request, as it was sent. */
  readonly session_id: string;
  /** Different frames of the session that arrived so far. */
  readonly frames_received: number;
  /** Frames the model needs. */
  readonly frames_required: number;
  /** Seconds until the buffered frames are dropped. */
  readonly ttl_seconds: number;
  /** Capture warnings of this request, without repeats. */
  readonly warnings: readonly CaptureWarning[] | null;
};

/** A stream with its verdict. */
export type StreamComplete = {
  /** `live` from a score of 65, `fake` below it. */
  readonly verdict: Verdict;
  /** Equal to `real_score`; decide by `real_score`. */
  readonly confidence: number;
  /** Calibrated probability that the face belongs to a live person. */
  readonly real_score: number;
  /** `real_score` in percent. */
  readonly score: number;
  /** Band of the unrounded score: below 35, 50, 65, 80, and above. */
  readonly type: RiskBand;
  /** The session id of the request, as it was sent. */
  readonly session_id: string;
  /** Model that judged. */
  readonly model: string;
  /** How the material reached the service. */
  readonly input_source: InputSource;
  /** Processing time in milliseconds. */
  readonly processing_ms: number;
  /** Frames or crops analysed. */
  readonly frames_processed: number;
  /** Metadata of the tenant, if any. */
  readonly tenant_metadata: Readonly<Record<string, unknown>> | null;
  /** Why the result deserves care, for example crops that are too tight. */
  readonly warning: string | null;
  /** Capture warnings of the request, without repeats. */
  readonly warnings: readonly CaptureWarning[] | null;
  /** When the verdict was reached (ISO 8601, UTC). */
  readonly created_at: string;
  /** The service was there to judge. */
  readonly available: true;
  /** A finished check has no error. */
  readonly error: null;
  /** The numbers behind the verdict. */
  readonly diagnostics: Diagnostics | null;
  /** The verdict is here. */
  readonly status: "complete";
  /** Different frames of the session that arrived so far. */
  readonly frames_received: number;
  /** Frames the model needs. */
  readonly frames_required: number;
  /** The buffered frames are gone. */
  readonly ttl_seconds: 0;
};

/** What a stream request is answered. */
export type StreamResult = StreamBuffering | StreamComplete;

/** How much of an upload has arrived. */
export type Upload = {
  /** The session id of the request, as it was sent. */
  readonly session_id: string;
  /** Different frames of the session that arrived so far. */
  readonly frames_received: number;
  /** Frames the model needs. */
  readonly frames_required: number;
  /** Whether the session can be checked now. */
  readonly is_complete: boolean;
  /** Seconds until the buffered frames are dropped. */
  readonly ttl_seconds: number;
  /** Whether the frames survive a restart of the service. */
  readonly stored_durable: boolean;
};

/** An accepted video. */
export type VideoSubmission = {
  /** Identifies the submission. */
  readonly submission_id: string;
  /** The tenant slug of the path. */
  readonly tenant: string;
  /** Always `pending`. */
  readonly status: "pending";
  /** The model that will judge. */
  readonly model: string;
  /** What happens next, for people. */
  readonly message: string;
  /** The metadata of the submission, as it was sent. */
  readonly tenant_metadata: Readonly<Record<string, unknown>> | null;
  /** When the video was accepted (ISO 8601, UTC). */
  readonly created_at: string;
};

/** The state of a submitted video. */
export type VideoStatus = {
  /** Identifies the submission. */
  readonly submission_id: string;
  /** The tenant slug of the path. */
  readonly tenant: string;
  /** `pending` (queued), `processing`, `completed` or `failed`; stop polling at the last two. */
  readonly status: "pending" | "processing" | "completed" | "failed";
  /** The verdict, once the status is `completed`; its `session_id` is the submission id. */
  readonly result: VerificationResult | null;
  /** The metadata of the submission, as it was sent. */
  readonly tenant_metadata: Readonly<Record<string, unknown>> | null;
  /** What is going on, for people. */
  readonly message: string | null;
  /** Why the video could not be judged, when the status is `failed`. */
  readonly error: string | null;
  /** When the video was accepted (ISO 8601, UTC). */
  readonly created_at: string;
  /** When the submission was completed or failed. */
  readonly completed_at: string | null;
};

/** What a model measured on one data set. */
export type ModelEvaluation = {
  /** Name of the data set. */
  readonly dataset: string;
  /** Version of the data set. */
  readonly dataset_version: string;
  /** Measured by ourselves, not by an accredited laboratory. */
  readonly kind: "self-test";
  /** Figures by protocol and attack species. */
  readonly results: readonly ({
    /** How it was kept apart from training: rooms left out one by one, or never trained on. */
    readonly protocol: "leave-one-environment-out" | "held-out";
    /** Part of the data set. */
    readonly split: "train" | "dev";
    /** Kind of attack. */
    readonly species: string;
    /** Frames judged together. */
    readonly frames_per_attempt: number;
    /** Captures measured. */
    readonly attempts: {
      /** Of live people. */
      readonly bona_fide: number;
      /** Of the attack. */
      readonly attack: number;
    };
    /** Different capture environments. */
    readonly environments: number;
    /** Area under the ROC curve. */
    readonly auc: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Rate at which both kinds of error are equally frequent. */
    readonly eer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Attacks called live, at the operating threshold. */
    readonly apcer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Bona fide captures called fake, at the operating threshold. */
    readonly bpcer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Bona fide captures called fake when 5 % of the attacks pass. */
    readonly bpcer_at_apcer_5: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** The same when 10 % of the attacks pass. */
    readonly bpcer_at_apcer_10: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** The most that a single environment had of either error. */
    readonly worst_environment: {
      /** Attacks of one environment that were called live. */
      readonly apcer: number;
      /** Bona fide captures of one environment that were called fake. */
      readonly bpcer: number;
    };
  })[];
  /** The same for captures that were made worse. */
  readonly altered: readonly ({
    /** How it was kept apart from training: rooms left out one by one, or never trained on. */
    readonly protocol: "leave-one-environment-out" | "held-out";
    /** Part of the data set. */
    readonly split: "train" | "dev";
    /** Kind of attack. */
    readonly species: string;
    /** Frames judged together. */
    readonly frames_per_attempt: number;
    /** Captures measured. */
    readonly attempts: {
      /** Of live people. */
      readonly bona_fide: number;
      /** Of the attack. */
      readonly attack: number;
    };
    /** Different capture environments. */
    readonly environments: number;
    /** Area under the ROC curve. */
    readonly auc: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Rate at which both kinds of error are equally frequent. */
    readonly eer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Attacks called live, at the operating threshold. */
    readonly apcer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Bona fide captures called fake, at the operating threshold. */
    readonly bpcer: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** Bona fide captures called fake when 5 % of the attacks pass. */
    readonly bpcer_at_apcer_5: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** The same when 10 % of the attacks pass. */
    readonly bpcer_at_apcer_10: {
      /** The figure, as a fraction. */
      readonly value: number;
      /** 95 % interval over capture environments; null when there were too few. */
      readonly interval: {
        /** Lower end. */
        readonly low: number;
        /** Upper end. */
        readonly high: number;
      } | null;
    };
    /** The most that a single environment had of either error. */
    readonly worst_environment: {
      /** Attacks of one environment that were called live. */
      readonly apcer: number;
      /** Bona fide captures of one environment that were called fake. */
      readonly bpcer: number;
    };
    /** What was done to the captures; thresholds are those of the unaltered ones. */
    readonly condition: string;
  })[];
};

/** One entry of the model registry. */
export type ModelEntry = {
  /** Alias to send as `model`. */
  readonly id: string;
  /** Short name for people. */
  readonly label: string;
  /** What the model is good for. */
  readonly description: string;
  /** Fewest frames a check needs. */
  readonly min_frames: number;
  /** Equal to `min_frames`. */
  readonly frames_required: number;
  /** Still works; move to `replacement`. */
  readonly deprecated: boolean;
  /** Values of `X-Model-Version` that lead to the model, with its frames as `frame_count`. */
  readonly aliases: readonly string[];
  /** Models of one family work alike and differ in their frames. */
  readonly family: string;
  /** Model to use instead of a deprecated one. */
  readonly replacement: string | null;
  /** Day after which a deprecated model may go. */
  readonly sunset: string | null;
  /** Price of one check. */
  readonly credits: number;
  /** Measured figures; null if not measured. */
  readonly evaluation: ModelEvaluation | null;
};

/** A key without its secret. */
export type ApiKey = {
  /** Identifies the key; not a secret. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Who uses the key. */
  readonly kind: KeyKind;
  /** Only an active key works. */
  readonly status: "active" | "expired" | "revoked";
  /** What the key may do; empty: everything. */
  readonly scopes: readonly Scope[];
  /** Bot keys: the API key that pays for the checks. */
  readonly linked_key_id: string | null;
  /** The secret's last letters. */
  readonly last4: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; null: never. */
  readonly expires_at: string | null;
  /** ISO 8601; null while it is not revoked. */
  readonly revoked_at: string | null;
};

/** A key that was made just now, with its secret. */
export type CreatedKey = {
  /** Identifies the key; not a secret. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Who uses the key. */
  readonly kind: KeyKind;
  /** Only an active key works. */
  readonly status: "active" | "expired" | "revoked";
  /** What the key may do; empty: everything. */
  readonly scopes: readonly Scope[];
  /** Bot keys: the API key that pays for the checks. */
  readonly linked_key_id: string | null;
  /** The secret's last letters. */
  readonly last4: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; null: never. */
  readonly expires_at: string | null;
  /** ISO 8601; null while it is not revoked. */
  readonly revoked_at: string | null;
  /** The secret. It is in this answer and never again. */
  readonly key: string;
};

/** Whom a bot key speaks for. */
export type BotKeyValidation = {
  /** Number of the organization. */
  readonly organization_id: number;
  /** For people. */
  readonly organization_name: string;
  /** Name of the organization in paths. */
  readonly organization_slug: string;
  /** Name of the bot in a meeting. */
  readonly bot_display_name: string;
  /** Picture of the organization; empty when it has none. */
  readonly logo_url: string;
  /** Colour of the organization, `#rrggbb`. */
  readonly primary_color: string;
  /** The API key that pays for the checks; null when the bot key has none that works. */
  readonly linked_key_id: string | null;
};

/** Balance and plan of an organization. */
export type Credits = {
  /** Credits left. */
  readonly balance: number;
  /** Name of the plan. */
  readonly plan: string;
  /** A suspended account has no checks done. */
  readonly status: "active" | "suspended";
};

/** Rows and daily totals of charged checks. */
export type Usage = {
  /** First moment of the range, ISO 8601. */
  readonly from: string;
  /** Moment before which the range ends, ISO 8601. */
  readonly to: string;
  /** Charged checks, newest first. */
  readonly rows: readonly ({
    /** Identifies the check. */
    readonly check_id: string;
    /** Key that made it. */
    readonly key_id: string;
    /** Operation. */
    readonly endpoint: "fast-check" | "fast-check-stream" | "fast-check-crops" | "live-check" | "verify" | "v2/fast-check" | "v2/live-check" | "video/detect";
    /** Model that judged. */
    readonly model: string;
    /** What was decided. */
    readonly verdict: Verdict;
    /** Frames analysed. */
    readonly frames_processed: number;
    /** Processing time in milliseconds. */
    readonly processing_ms: number;
    /** Credits charged. */
    readonly credits: number;
    /** ISO 8601. */
    readonly created_at: string;
  })[];
  /** Send it as `cursor` for older rows; null: there are none. */
  readonly next_cursor: string | null;
  /** Totals over the whole range by day, oldest first; empty days are absent. */
  readonly daily: readonly {
    /** Day in UTC. */
    readonly date: string;
    /** Checks charged on that day. */
    readonly checks: number;
    /** Checks that decided `live`. */
    readonly live: number;
    /** Checks that decided `fake`. */
    readonly fake: number;
    /** Frames analysed. */
    readonly frames_processed: number;
    /** Credits charged. */
    readonly credits: number;
  }[];
};

/** What is being done for an organization. */
export type QueueStats = {
  /** Immediate checks. */
  readonly checks: {
    /** Checks being judged. */
    readonly processing: number;
  };
  /** Video submissions. */
  readonly videos: {
    /** Videos waiting for a worker. */
    readonly pending: number;
    /** Videos a worker is looking at. */
    readonly processing: number;
  };
};

/** A verification session and its token. */
export type CreatedSession = {
  /** Send it with the check. */
  readonly session_id: string;
  /** For a browser: `X-API-Key` or `?token=`, for this session only. Shown once. */
  readonly token: string;
  /** When session and token end, ISO 8601. */
  readonly expires_at: string;
};

/** One entry of a session's audit. */
export type AuditEvent = {
  /** What happened. */
  readonly event: string;
  /** Any JSON about it, or null. */
  readonly detail: unknown;
  /** When it happened, as it was reported; ISO 8601. */
  readonly at: string;
  /** When it was reported; ISO 8601. */
  readonly recorded_at: string;
};

/** The clock of a device beside that of the service. */
export type ClientTime = {
  /** The device's clock in milliseconds since 1970. */
  readonly client_time: number;
  /** Our clock at the same moment. */
  readonly server_time: number;
  /** How far the device is ahead of us. */
  readonly offset_ms: number;
};

/** Everything about a session. */
export type Session = {
  /** Identifies the session. */
  readonly session_id: string;
  /** `buffering` while frames arrive, `processing` while they are judged, `complete` with a verdict. */
  readonly status: "created" | "buffering" | "processing" | "complete" | "expired";
  /** Model that judges or judged. */
  readonly model: string;
  /** Frames that arrived. */
  readonly frames_received: number;
  /** Frames the model needs; null when it is gone. */
  readonly frames_required: number | null;
  /** The newest verdict; null until there is one. */
  readonly result: VerificationResult | null;
  /** What the session was opened with, or the check sent. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** ISO 8601. */
  readonly created_at: string;
  /** When the session ends, ISO 8601. */
  readonly expires_at: string;
  /** The clock of the device; null until it was told. */
  readonly client_time: ClientTime | null;
  /** What happened, in the order it was reported. */
  readonly audit: readonly AuditEvent[];
};

/** A browser origin that may use verification tokens. */
export type AllowedHost = {
  /** Identifies the entry. */
  readonly id: string;
  /** The origin as browsers send it. */
  readonly origin: string;
  /** ISO 8601. */
  readonly created_at: string;
};

/** A webhook as it is listed. */
export type Webhook = {
  /** Identifies the webhook. */
  readonly id: string;
  /** Where events are posted. */
  readonly url: string;
  /** Kinds it is told about; empty means all. */
  readonly events: readonly EventKind[];
  /** For people. */
  readonly description: string | null;
  /** Whether events are delivered. */
  readonly enabled: boolean;
  /** Why it is disabled: by a request, or since the receiver answered 410. */
  readonly disabled_reason: "request" | "gone" | null;
  /** When it was created (ISO 8601, UTC). */
  readonly created_at: string;
};

/** A webhook whose secret was just made. */
export type WebhookWithSecret = {
  /** Identifies the webhook. */
  readonly id: string;
  /** Where events are posted. */
  readonly url: string;
  /** Kinds it is told about; empty means all. */
  readonly events: readonly EventKind[];
  /** For people. */
  readonly description: string | null;
  /** Whether events are delivered. */
  readonly enabled: boolean;
  /** Why it is disabled: by a request, or since the receiver answered 410. */
  readonly disabled_reason: "request" | "gone" | null;
  /** When it was created (ISO 8601, UTC). */
  readonly created_at: string;
  /** Verifies signatures (`whsec_`, Standard Webhooks). Shown this once. */
  readonly secret: string;
};

/** A webhook after a change, with a rotated secret. */
export type ChangedWebhook = {
  /** Identifies the webhook. */
  readonly id: string;
  /** Where events are posted. */
  readonly url: string;
  /** Kinds it is told about; empty means all. */
  readonly events: readonly EventKind[];
  /** For people. */
  readonly description: string | null;
  /** Whether events are delivered. */
  readonly enabled: boolean;
  /** Why it is disabled: by a request, or since the receiver answered 410. */
  readonly disabled_reason: "request" | "gone" | null;
  /** When it was created (ISO 8601, UTC). */
  readonly created_at: string;
  /** The new secret, after `rotate_secret`. Shown this once. */
  readonly secret?: string | undefined;
};

/** One event on its way to one webhook. */
export type Delivery = {
  /** Identifies the delivery. */
  readonly id: string;
  /** Identifies the event: the header `webhook-id` of every attempt. */
  readonly event_id: string;
  /** What happened. */
  readonly event: EventKind;
  /** The session it happened in. */
  readonly session_id: string | null;
  /** `failed` when no attempt is left. */
  readonly status: DeliveryState;
  /** Attempts since it was created or redelivered. */
  readonly attempts: number;
  /** HTTP status of the latest answer. */
  readonly response_status: number | null;
  /** Why the latest attempt failed. */
  readonly error: string | null;
  /** When the event happened (ISO 8601, UTC). */
  readonly created_at: string;
  /** When it was last attempted. */
  readonly last_attempt_at: string | null;
  /** When it is attempted next; null when it is over. */
  readonly next_attempt_at: string | null;
};

/** The body that is posted to a webhook. */
export type EventPayload = {
  /** What happened. */
  readonly event: EventKind;
  /** The session it happened in; null for `webhook.test`. */
  readonly session_id: string | null;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** The result of a check, with `tenant_metadata`; other kinds have other fields. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** State of the service and of what it depends on. */
export type Health = {
  /** `degraded` when a dependency does not answer. */
  readonly status: "healthy" | "degraded";
  /** Version of the service. */
  readonly version: string;
  /** What the deployment is for. */
  readonly environment: "production" | "development";
  /** Identifiers of the models that are ready to run. */
  readonly models_loaded: readonly string[];
  /** State of each dependency. */
  readonly dependencies: {
    /** `ok`, or `error: ` and the reason. */
    readonly database: string;
    /** `ok`, or `error: ` and the reason. */
    readonly redis: string;
  };
};
