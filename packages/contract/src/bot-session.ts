import { z } from 'zod';
import { PARTICIPANT_STAGES, participantVerdictSchema, STOP_REASONS } from './bot-event.ts';
import { optionalField } from './optional-field.ts';

const names = z.array(z.string().min(1).max(200)).max(200);

/** The body of `POST /api/sessions`. */
export const createSessionBody = z.object({
  meetingUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .max(2048)
    .describe('Where the meeting is.'),
  model: optionalField(z.string().max(64)).describe(
    'Alias of a V2, V3, V3.1 or V3.1.1 model; `mixed-30-v2` when absent.',
  ),
  meetingName: optionalField(z.string().max(200)).describe('Label for history views; not sent on.'),
  targetParticipantNames: optionalField(names).describe(
    'When given, only participants whose name matches are scanned.',
  ),
  excludeParticipantNames: optionalField(names).describe('Names that are never scanned.'),
  faceGate: optionalField(z.boolean()).describe('Whether face geometry and pose are checked too.'),
  bgSegmentation: optionalField(z.boolean()).describe(
    'Whether backgrounds become neutral grey before the analysis, except close around the face.',
  ),
  rescanIntervalSeconds: optionalField(z.int().min(30).max(86_400)).describe(
    'Scans a finished participant again after this time.',
  ),
  callbackUrl: optionalField(z.url({ protocol: /^https?$/ }).max(2048)).describe(
    'Where `participant.result` and `session.completed` are posted, signed.',
  ),
  botName: optionalField(z.string().min(1).max(100)).describe('Name of the bot in the meeting.'),
  joinAt: optionalField(z.iso.datetime({ offset: true })).describe(
    'When the bot joins; at once when absent.',
  ),
});

/** The body of `POST /api/sessions`. */
export type CreateSessionBody = z.infer<typeof createSessionBody>;

/** The answer of `POST /api/sessions`. */
export const createdSessionSchema = z.object({
  sessionId: z.uuid(),
  botId: z.string(),
  status: z.string().describe('`bot_created`.'),
  interviewToken: z.string().describe('Opens the observer routes of this session.'),
  message: z.string(),
  callbackSecret: z
    .string()
    .optional()
    .describe('Signs what is posted to `callbackUrl` (Standard Webhooks); only when there is one.'),
});

/** The answer of `POST /api/sessions`. */
export type CreatedSession = z.infer<typeof createdSessionSchema>;

/** A participant as `GET /api/sessions/{id}` shows it. */
export const sessionParticipantSchema = z.object({
  participantId: z.string(),
  participantName: z.string(),
  numericId: z.int().nullable(),
  stage: z.enum(PARTICIPANT_STAGES),
  reason: z.enum(STOP_REASONS).nullable(),
  cameraOn: z.boolean(),
  matchedTarget: z.string().nullable(),
  frames: z.int(),
  required: z.int(),
  result: participantVerdictSchema.nullable(),
});

/** A participant as `GET /api/sessions/{id}` shows it. */
export type SessionParticipant = z.infer<typeof sessionParticipantSchema>;

/** The answer of `GET /api/sessions/{id}`. */
export const botSessionSchema = z.object({
  sessionId: z.uuid(),
  botId: z.string(),
  status: z.string(),
  statusReason: z.string().nullable(),
  meetingUrl: z.string(),
  meetingSource: z
    .string()
    .describe('Platform of the meeting: zoom, google_meet, microsoft_teams, webex, room.'),
  meetingName: z.string().nullable(),
  model: z.string(),
  faceGate: z.boolean(),
  bgSegmentation: z.boolean(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  participants: z.array(sessionParticipantSchema),
  results: z.array(participantVerdictSchema),
});

/** The answer of `GET /api/sessions/{id}`. */
export type BotSession = z.infer<typeof botSessionSchema>;
