import { z } from 'zod';
import { KEY_KINDS } from './key-kinds.ts';
import { optionalField } from './optional-field.ts';
import { SCOPES } from './scopes.ts';

const name = z.string().trim().min(1).max(100).describe('For people.');
const scopes = z
  .array(z.enum(SCOPES))
  .max(SCOPES.length)
  .transform((list) => [...new Set(list)]);
const expiresAt = z.iso.datetime({ offset: true });

/** Longest overlap of a rotated key and its successor, in seconds. */
const GRACE_SECONDS_MAX = 30 * 24 * 60 * 60;

/** The body of `POST /api/v1/keys`. */
export const createKeyBody = z
  .object({
    name: optionalField(name).describe('For people; required unless `rotates` is sent.'),
    kind: optionalField(z.enum(KEY_KINDS)).describe(
      '`api` (default): a client of this API. `bot`: the meeting bot, on behalf of `linked_key_id`.',
    ),
    scopes: optionalField(scopes).describe(
      "What the key may do; empty: everything. At most what the caller may do; the caller's own scopes when absent.",
    ),
    expires_at: optionalField(expiresAt).describe('When the key stops working; never when absent.'),
    linked_key_id: optionalField(z.guid('expected a UUID')).describe(
      'Bot keys only: the API key that pays for the checks.',
    ),
    rotates: optionalField(z.guid('expected a UUID')).describe(
      'A key to replace. The new key takes its name, kind, scopes and link unless others are sent, and its bot ' +
        'keys; the old one stops working after `grace_seconds`.',
    ),
    grace_seconds: optionalField(z.int().min(0).max(GRACE_SECONDS_MAX)).describe(
      'How long the replaced key still works; 0 when absent.',
    ),
  })
  .superRefine((body, context) => {
    if (body.rotates !== undefined || body.name !== undefined) return;
    context.addIssue({ code: 'custom', path: ['name'], message: 'is required' });
  });

/** The body of `POST /api/v1/keys`. */
export type CreateKeyBody = z.infer<typeof createKeyBody>;

/** The body of `PATCH /api/v1/keys/{id}`; what is absent stays as it is. */
export const changeKeyBody = z.object({
  name: optionalField(name).describe('For people.'),
  kind: optionalField(z.enum(KEY_KINDS)).describe('Cannot be changed; refused when it differs.'),
  scopes: optionalField(scopes).describe('What the key may do; empty: everything.'),
  expires_at: expiresAt.nullable().optional().describe('When the key stops working; null: never.'),
  linked_key_id: z
    .guid('expected a UUID')
    .nullable()
    .optional()
    .describe('Bot keys only: the API key that pays for the checks; null: none.'),
});

/** The body of `PATCH /api/v1/keys/{id}`. */
export type ChangeKeyBody = z.infer<typeof changeKeyBody>;

/** A key as everyone may see it who may list keys; the secret is not in it. */
export const apiKeySchema = z.object({
  id: z.string().describe('Identifies the key; not a secret.'),
  name: z.string().describe('For people.'),
  kind: z.enum(KEY_KINDS).describe('Who uses the key.'),
  status: z.enum(['active', 'expired', 'revoked']).describe('Only an active key works.'),
  scopes: z.array(z.enum(SCOPES)).describe('What the key may do; empty: everything.'),
  linked_key_id: z.string().nullable().describe('Bot keys: the API key that pays for the checks.'),
  last4: z.string().nullable().describe("The secret's last letters."),
  created_at: z.string().describe('ISO 8601.'),
  expires_at: z.string().nullable().describe('ISO 8601; null: never.'),
  revoked_at: z.string().nullable().describe('ISO 8601; null while it is not revoked.'),
});

/** A key without its secret. */
export type ApiKey = z.infer<typeof apiKeySchema>;

/** A key that was created just now, with its secret. */
export const createdKeySchema = apiKeySchema.extend({
  key: z.string().describe('The secret. It is in this answer and never again.'),
});
