import { z } from 'zod';
import { rejectionReasonSchema } from './rejection-reasons.ts';

/** Stages of a participant. */
export const PARTICIPANT_STAGES = [
  'waiting',
  'matched',
  'accumulating',
  'analyzing',
  'done',
  'stopped',
] as const;

/** Where a participant is on the way to a verdict. */
export type ParticipantStage = (typeof PARTICIPANT_STAGES)[number];

/** Why a collection ended without a verdict. */
export const STOP_REASONS = ['timeout', 'camera-off', 'manual', 'left'] as const;

/** Why a collection ended without a verdict. */
export type StopReason = (typeof STOP_REASONS)[number];

/** Statuses of a bot session; a provider may report others, which are passed on as they are. */
export const SESSION_STATUSES = [
  'bot_created',
  'joining_call',
  'in_waiting_room',
  'in_call_not_recording',
  'in_call_recording',
  'call_ended',
  'done',
  'fatal',
  'stopped',
] as const;

/** Statuses after which nothing happens any more in a session. After `call_ended` running analyses still end. */
export const ENDED_STATUSES: readonly string[] = ['done', 'fatal', 'stopped'];

const participant = {
  participantId: z.string().describe('Identifies the participant in this session.'),
  participantName: z.string().describe('Name shown in the meeting.'),
};

/** A verdict about a participant. */
export const participantVerdictSchema = z.object({
  ...participant,
  verdict: z.enum(['live', 'fake']).describe('Whether the face belongs to a live person.'),
  score: z.number().describe('Percentage, 0 to 100; `live` from 65.'),
  confidence: z.number().describe('Probability that the face is live, 0 to 1.'),
  isLive: z.boolean().describe('Whether the verdict is `live`.'),
});

/** A verdict about a participant. */
export type ParticipantVerdict = z.infer<typeof participantVerdictSchema>;

function event<Kind extends string, Shape extends z.ZodRawShape>(type: Kind, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/** Everything that a session tells its listeners. An event never carries a frame. */
export const botEventSchema = z.discriminatedUnion('type', [
  event('session-status', {
    status: z.string().describe('Status of the bot; an open set.'),
    reason: z.string().optional().describe('Why, for people.'),
  }),
  event('clear-participants', {}),
  event('participant-joined', participant),
  event('participant-left', { participantId: participant.participantId }),
  event('participant-stage', {
    ...participant,
    stage: z.enum(PARTICIPANT_STAGES),
    reason: z.enum(STOP_REASONS).optional().describe('Why the stage is `stopped`.'),
  }),
  event('participant-matched', {
    ...participant,
    matchedTarget: z.string().describe('The entry of `targetParticipantNames` that the name matches.'),
    numericId: z.int().nullable().describe('Number of the participant at the meeting provider.'),
  }),
  event('frame-progress', {
    ...participant,
    frames: z.int().min(0).describe('Frames collected.'),
    required: z.int().min(1).describe('Frames the model needs.'),
  }),
  event('frame-quality-rejected', {
    ...participant,
    reason: rejectionReasonSchema,
    framesCollected: z.int().min(0),
    framesRequired: z.int().min(1),
  }),
  event('webcam-on', participant),
  event('webcam-off', participant),
  event('recall-connected', {}),
  event('recall-disconnected', {}),
  event('participant-result', participantVerdictSchema.shape),
  event('analysis-failed', { ...participant, error: z.string().describe('Why, for people.') }),
]);

/** Something that happened in a session. */
export type BotEvent = z.infer<typeof botEventSchema>;

/** An event as it is stored and sent: SSE `id` and the time are added where events are appended. */
export type StoredBotEvent = BotEvent & {
  /** Increases within a session, from 1. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
};
