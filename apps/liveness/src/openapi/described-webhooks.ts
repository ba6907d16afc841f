import { EVENT_DATA } from '@vivant/contract/event-data';
import { EVENT_KINDS, type EventKind, eventPayloadSchema } from '@vivant/contract/webhook-event';
import { z } from 'zod';

const SUMMARIES: Record<EventKind, string> = {
  'check.completed': 'A check has its verdict',
  'video.completed': 'A video has its verdict',
  'video.failed': 'A video could not be judged',
  'session.audit': 'Something happened in a session',
  'webhook.test': 'A test of the webhook',
};

const DESCRIPTION =
  'Signed as Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Delivered at least once: ' +
  '`webhook-id` tells repetitions. The body has at most 20 kB; `data.omitted` names what was left out for that.';

const HEADERS: Record<string, string> = {
  'webhook-id': 'Identifies the event; the same in every attempt.',
  'webhook-timestamp': 'Time of the attempt in seconds since 1970.',
  'webhook-signature': 'Space-separated `v1,` signatures: HMAC-SHA256 in base64 of `id.timestamp.body`.',
};

/** The `webhooks` of the document: what is posted to a receiver, and what its answer means. */
export function describedWebhooks(): Record<string, object> {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, { post: describeEvent(kind) }]));
}

function describeEvent(kind: EventKind) {
  const body = eventPayloadSchema.extend({
    event: z.literal(kind).describe('What happened.'),
    data: EVENT_DATA[kind].describe('About what happened.'),
  });
  // The document itself says which dialect of JSON Schema it uses.
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'output' });
  return {
    operationId: `on-${kind.replace('.', '-')}`,
    summary: SUMMARIES[kind],
    description: DESCRIPTION,
    tags: ['webhooks'],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken, when it comes within 15 seconds.' },
      410: { description: 'The receiver wants no more events; the webhook is disabled.' },
      default: { description: 'Not taken; redirects are not followed. It is tried again for three days.' },
    },
  };
}
