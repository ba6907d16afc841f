import { z } from 'zod';
import { optionalField } from './optional-field.ts';
import { EVENT_KINDS } from './webhook-event.ts';

const url = z.string().min(1).max(2048).describe('Where events are posted: http(s), a public address.');

const description = z.string().max(200).describe('For people.');

const events = z
  .array(z.enum(EVENT_KINDS))
  .max(EVENT_KINDS.length)
  .describe('Kinds to be told about; an empty list means all.');

/** The body of `POST /api/v1/webhooks`. */
export const webhookCreateBody = z.object({
  url,
  events: optionalField(events).describe('Kinds to be told about; all when absent or empty.'),
  description: optionalField(description).describe('For people.'),
});

/** The body of `PATCH /api/v1/webhooks/{id}`; what is absent stays. */
export const webhookPatchBody = z.object({
  url: optionalField(url).describe('Where events are posted from now on.'),
  events: optionalField(events).describe('Kinds to be told about; an empty list means all.'),
  description: optionalField(description).describe('For people.'),
  enabled: optionalField(z.boolean()).describe('Whether events are delivered.'),
  rotate_secret: optionalField(z.literal(true)).describe(
    'Makes a new secret. For 24 hours events are signed with the former one too.',
  ),
});

/** The body of `PATCH /api/v1/webhooks/{id}`. */
export type WebhookPatchBody = z.infer<typeof webhookPatchBody>;

/** A webhook as it is listed. */
export const webhookSchema = z.object({
  id: z.string().describe('Identifies the webhook.'),
  url: z.string().describe('Where events are posted.'),
  events: z.array(z.enum(EVENT_KINDS)).describe('Kinds it is told about; empty means all.'),
  description: z.string().nullable().describe('For people.'),
  enabled: z.boolean().describe('Whether events are delivered.'),
  disabled_reason: z
    .enum(['request', 'gone'])
    .nullable()
    .describe('Why it is disabled: by a request, or since the receiver answered 410.'),
  created_at: z.iso.datetime().describe('When it was created (ISO 8601, UTC).'),
});

/** A webhook as it is listed. */
export type Webhook = z.infer<typeof webhookSchema>;

/** A webhook whose secret was just made. */
export const webhookWithSecretSchema = webhookSchema.extend({
  secret: z.string().describe('Verifies signatures (`whsec_`, Standard Webhooks). Shown this once.'),
});

/** A webhook after a change, with the secret when it was rotated. */
export const webhookMaybeSecretSchema = webhookSchema.extend({
  secret: z.string().optional().describe('The new secret, after `rotate_secret`. Shown this once.'),
});

/** States of a delivery. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One event on its way to one webhook. */
export const deliverySchema = z.object({
  id: z.string().describe('Identifies the delivery.'),
  event_id: z.string().describe('Identifies the event: the header `webhook-id` of every attempt.'),
  event: z.enum(EVENT_KINDS).describe('What happened.'),
  session_id: z.string().nullable().describe('The session it happened in.'),
  status: z.enum(DELIVERY_STATES).describe('`failed` when no attempt is left.'),
  attempts: z.int().min(0).describe('Attempts since it was created or redelivered.'),
  response_status: z.int().nullable().describe('HTTP status of the latest answer.'),
  error: z.string().nullable().describe('Why the latest attempt failed.'),
  created_at: z.iso.datetime().describe('When the event happened (ISO 8601, UTC).'),
  last_attempt_at: z.iso.datetime().nullable().describe('When it was last attempted.'),
  next_attempt_at: z.iso.datetime().nullable().describe('When it is attempted next; null when it is over.'),
});

/** One event on its way to one webhook. */
export type Delivery = z.infer<typeof deliverySchema>;
