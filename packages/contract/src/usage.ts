import { z } from 'zod';
import { VERDICTS } from './risk-band.ts';

/** The operations that are charged for. */
export const USAGE_ENDPOINTS = [
  'fast-check',
  'fast-check-stream',
  'fast-check-crops',
  'live-check',
  'verify',
  'v2/fast-check',
  'v2/live-check',
  'video/detect',
] as const;

/** An operation that is charged for. */
export type UsageEndpoint = (typeof USAGE_ENDPOINTS)[number];

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The query of `GET /api/v1/usage`. */
export const usageQuery = z.object({
  from: moment
    .optional()
    .describe('First moment; a date means its start in UTC. 30 days before `to` when absent.'),
  to: moment
    .optional()
    .describe('Moment before which rows lie; a date means its end in UTC. Now when absent.'),
  endpoint: z.enum(USAGE_ENDPOINTS).optional().describe('Only this operation.'),
  model: z.string().max(64).optional().describe('Only this model.'),
  key: z.guid('expected a UUID').optional().describe('Only checks made with the key of this id.'),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Most rows in one answer.'),
  cursor: z.string().max(128).optional().describe('`next_cursor` of the answer before.'),
});

/** The query of `GET /api/v1/usage`. */
export type UsageQuery = z.infer<typeof usageQuery>;

const usageRow = z.object({
  check_id: z.string().describe('Identifies the check.'),
  key_id: z.string().describe('Key that made it.'),
  endpoint: z.enum(USAGE_ENDPOINTS).describe('Operation.'),
  model: z.string().describe('Model that judged.'),
  verdict: z.enum(VERDICTS).describe('What was decided.'),
  frames_processed: z.int().describe('Frames analysed.'),
  processing_ms: z.int().describe('Processing time in milliseconds.'),
  credits: z.int().describe('Credits charged.'),
  created_at: z.string().describe('ISO 8601.'),
});

const usageDay = z.object({
  date: z.string().describe('Day in UTC.'),
  checks: z.int().describe('Checks charged on that day.'),
  live: z.int().describe('Checks that decided `live`.'),
  fake: z.int().describe('Checks that decided `fake`.'),
  frames_processed: z.int().describe('Frames analysed.'),
  credits: z.int().describe('Credits charged.'),
});

/** The `data` of `GET /api/v1/usage`. */
export const usageSchema = z.object({
  from: z.string().describe('First moment of the range, ISO 8601.'),
  to: z.string().describe('Moment before which the range ends, ISO 8601.'),
  rows: z.array(usageRow).describe('Charged checks, newest first.'),
  next_cursor: z.string().nullable().describe('Send it as `cursor` for older rows; null: there are none.'),
  daily: z
    .array(usageDay)
    .describe('Totals over the whole range by day, oldest first; empty days are absent.'),
});

/** Rows and daily totals of charged checks. */
export type Usage = z.infer<typeof usageSchema>;
