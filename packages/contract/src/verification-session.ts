import { z } from 'zod';
import { optionalField } from './optional-field.ts';
import { verificationResultSchema } from './verification-result.ts';

const metadata = z.record(z.string(), z.unknown());

/** The body of `POST /api/v1/sessions`. */
export const createSessionBody = z.object({
  model: optionalField(z.string().min(1).max(64)).describe(
    'Alias of the model that shall judge; `10` when absent.',
  ),
  ttl_seconds: optionalField(z.int().min(60).max(86_400)).describe(
    'How long session and token live; 600 when absent.',
  ),
  metadata: optionalField(metadata).describe(
    'Any JSON object that fits the schema of the tenant; it takes the place of what a browser sends.',
  ),
});

/** The body of `POST /api/v1/sessions`. */
export type CreateSessionBody = z.infer<typeof createSessionBody>;

/** The `data` of `POST /api/v1/sessions`. */
export const createdSessionSchema = z.object({
  session_id: z.string().describe('Send it with the check.'),
  token: z.string().describe('For a browser: `X-API-Key` or `?token=`, for this session only. Shown once.'),
  expires_at: z.string().describe('When session and token end, ISO 8601.'),
});

/** The body of `PATCH /api/v1/sessions/{session_id}/audit`. */
export const auditBody = z.object({
  event: z.string().trim().min(1).max(100).describe('What happened, for example `camera.denied`.'),
  detail: z.unknown().optional().describe('Any JSON about it.'),
  at: optionalField(z.iso.datetime({ offset: true })).describe('When it happened; now when absent.'),
});

/** The body of an audit request. */
export type AuditBody = z.infer<typeof auditBody>;

/** One entry of a session's audit. */
export const auditEventSchema = z.object({
  event: z.string().describe('What happened.'),
  detail: z.unknown().describe('Any JSON about it, or null.'),
  at: z.string().describe('When it happened, as it was reported; ISO 8601.'),
  recorded_at: z.string().describe('When it was reported; ISO 8601.'),
});

/** One entry of a session's audit. */
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** The body of `PATCH /api/v1/sessions/{session_id}/client-time`. */
export const clientTimeBody = z.object({
  client_time: z.int().min(0).max(8.64e15).describe("The device's clock in milliseconds since 1970."),
});

/** The clock of a device beside ours. */
export const clientTimeSchema = z.object({
  client_time: z.int().describe("The device's clock in milliseconds since 1970."),
  server_time: z.int().describe('Our clock at the same moment.'),
  offset_ms: z.int().describe('How far the device is ahead of us.'),
});

/** The clock of a device beside ours. */
export type ClientTime = z.infer<typeof clientTimeSchema>;

/** From a session that only exists to one that has its verdict. */
export const SESSION_STATUSES = ['created', 'buffering', 'processing', 'complete', 'expired'] as const;

/** The `data` of `GET /api/v1/sessions/{session_id}`. */
export const sessionSchema = z.object({
  session_id: z.string().describe('Identifies the session.'),
  status: z
    .enum(SESSION_STATUSES)
    .describe(
      '`buffering` while frames arrive, `processing` while they are judged, `complete` with a verdict.',
    ),
  model: z.string().describe('Model that judges or judged.'),
  frames_received: z.int().min(0).describe('Frames that arrived.'),
  frames_required: z.int().min(1).nullable().describe('Frames the model needs; null when it is gone.'),
  result: verificationResultSchema.nullable().describe('The newest verdict; null until there is one.'),
  metadata: metadata.nullable().describe('What the session was opened with, or the check sent.'),
  created_at: z.string().describe('ISO 8601.'),
  expires_at: z.string().describe('When the session ends, ISO 8601.'),
  client_time: clientTimeSchema.nullable().describe('The clock of the device; null until it was told.'),
  audit: z.array(auditEventSchema).describe('What happened, in the order it was reported.'),
});

/** Everything about a session. */
export type Session = z.infer<typeof sessionSchema>;
