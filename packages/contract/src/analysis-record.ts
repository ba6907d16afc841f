import { z } from 'zod';

/** One finished analysis of a participant, as the history lists it. */
export const analysisRecordSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  participantId: z.string(),
  participantName: z.string(),
  meetingName: z.string().nullable(),
  meetingSource: z.string(),
  model: z.string(),
  verdict: z.enum(['live', 'fake']).nullable(),
  score: z.number().nullable(),
  confidence: z.number().nullable(),
  realScore: z.number().nullable(),
  framesProcessed: z.int().nullable(),
  processingMs: z.int().nullable(),
  status: z.enum(['completed', 'failed']),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

/** One finished analysis of a participant, as the history lists it. */
export type AnalysisRecord = z.infer<typeof analysisRecordSchema>;
