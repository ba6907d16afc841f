import { z } from 'zod';

/** The body of `POST /api/auth/v1/org-bot-keys/validate/`. */
export const botKeyValidationBody = z.object({
  key: z.string().min(1).max(256).describe('A bot key.'),
});

/** Whom a bot key speaks for, and how the bot appears in a meeting. */
export const botKeyValidationSchema = z.object({
  organization_id: z.int().describe('Number of the organization.'),
  organization_name: z.string().describe('For people.'),
  organization_slug: z.string().describe('Name of the organization in paths.'),
  bot_display_name: z.string().describe('Name of the bot in a meeting.'),
  logo_url: z.string().describe('Picture of the organization; empty when it has none.'),
  primary_color: z.string().describe('Colour of the organization, `#rrggbb`.'),
  linked_key_id: z
    .string()
    .nullable()
    .describe('The API key that pays for the checks; null when the bot key has none that works.'),
});

/** Whom a bot key speaks for. */
export type BotKeyValidation = z.infer<typeof botKeyValidationSchema>;
