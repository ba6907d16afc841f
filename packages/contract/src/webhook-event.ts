import { z } from 'zod';

/** What webhooks tell about. */
export const EVENT_KINDS = [
  'check.completed',
  'video.completed',
  'video.failed',
  'session.audit',
  'webhook.test',
] as const;

/** What an event tells about. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** The body that is posted to a webhook; it is not wrapped in the envelope. */
export const eventPayloadSchema = z.object({
  event: z.enum(EVENT_KINDS).describe('What happened.'),
  session_id: z.string().nullable().describe('The session it happened in; null for `webhook.test`.'),
  timestamp: z.iso.datetime().describe('When it happened (ISO 8601, UTC).'),
  data: z
    .record(z.string(), z.unknown())
    .describe('The result of a check, with `tenant_metadata`; other kinds have other fields.'),
});

/** The body that is posted to a webhook. */
export type EventPayload = z.infer<typeof eventPayloadSchema>;
