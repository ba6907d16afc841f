import { z } from 'zod';
import { verificationResultSchema } from './verification-result.ts';
import { auditEventSchema } from './verification-session.ts';
import type { EventKind } from './webhook-event.ts';

/** Fields of `data` that are left out, in this order, until an event fits; the least missed one first. */
export const OMITTABLE_FIELDS = ['diagnostics', 'warnings', 'detail', 'tenant_metadata'] as const;

const omitted = z
  .array(z.enum(OMITTABLE_FIELDS))
  .optional()
  .describe(
    'Fields that are null here because the event would be larger than 20 kB; read them from the API.',
  );

const tenantMetadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('Metadata of the tenant, if any.');

const judged = verificationResultSchema.extend({ omitted });

/** The `data` of each kind of event. */
export const EVENT_DATA = {
  'check.completed': judged,
  'video.completed': judged,
  'video.failed': z.object({
    submission_id: z.string().describe('The submission that failed.'),
    model: z.string().describe('Model that was to judge.'),
    error: z.string().describe('Why it failed.'),
    tenant_metadata: tenantMetadata,
    omitted,
  }),
  'session.audit': auditEventSchema.extend({ omitted }),
  'webhook.test': z.object({
    webhook_id: z.string().describe('The webhook that is tested.'),
    tenant_metadata: tenantMetadata,
  }),
} as const satisfies Record<EventKind, z.ZodType>;
