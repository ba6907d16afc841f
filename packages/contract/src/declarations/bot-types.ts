import { z } from 'zod';
import { analysisRecordSchema } from '../analysis-record.ts';
import { botEventSchema, PARTICIPANT_STAGES, participantVerdictSchema, STOP_REASONS } from '../bot-event.ts';
import {
  botSessionSchema,
  createdSessionSchema,
  createSessionBody,
  sessionParticipantSchema,
} from '../bot-session.ts';
import { rejectionReasonSchema } from '../rejection-reasons.ts';
import type { DeclaredModule } from './declare-module.ts';

/** The types of the meeting bot's API. */
export const BOT_TYPES: DeclaredModule = {
  requests: [
    {
      name: 'CreateBotSessionBody',
      schema: createSessionBody,
      description: 'The body of `POST /api/sessions`.',
    },
  ],
  answers: [
    {
      name: 'ParticipantStage',
      schema: z.enum(PARTICIPANT_STAGES),
      description: 'Where a participant is on the way to a verdict.',
    },
    {
      name: 'StopReason',
      schema: z.enum(STOP_REASONS),
      description: 'Why a collection ended without a verdict.',
    },
    { name: 'RejectionReason', schema: rejectionReasonSchema, description: 'Why a frame cannot be judged.' },
    {
      name: 'ParticipantVerdict',
      schema: participantVerdictSchema,
      description: 'A verdict about a participant.',
    },
    {
      name: 'SessionParticipant',
      schema: sessionParticipantSchema,
      description: 'A participant of a session.',
    },
    { name: 'CreatedBotSession', schema: createdSessionSchema, description: 'A bot that is on its way.' },
    { name: 'BotSession', schema: botSessionSchema, description: 'Everything about a session of the bot.' },
    { name: 'BotEvent', schema: botEventSchema, description: 'Something that happened in a session.' },
    { name: 'AnalysisRecord', schema: analysisRecordSchema, description: 'One analysis of a participant.' },
  ],
};
