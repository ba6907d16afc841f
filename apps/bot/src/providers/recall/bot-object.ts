import { z } from 'zod';

const statusChangeSchema = z.object({
  code: z.string(),
  sub_code: z.string().nullish(),
  created_at: z.string(),
});

/** The part of the provider's bot object that is used here. */
export const botObjectSchema = z.object({
  id: z.string().min(1),
  status_changes: z.array(statusChangeSchema).nullish(),
});

/** The part of the provider's bot object that is used here. */
export type BotObject = z.infer<typeof botObjectSchema>;

/** A page of bots. */
export const botPageSchema = z.object({ results: z.array(botObjectSchema) });

/** A status of a bot; codes are an open set. */
export interface BotStatus {
  readonly code: string;
  readonly subCode: string | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** The statuses that a bot has had, oldest first. */
export function statusesOf(bot: BotObject): BotStatus[] {
  return (bot.status_changes ?? []).map(({ code, sub_code, created_at }) => ({
    code,
    subCode: sub_code ?? undefined,
    at: created_at,
  }));
}

/** The status webhook's body. */
const statusWebhookSchema = z.object({
  event: z.templateLiteral(['bot.', z.string()]),
  data: z.object({
    data: z.object({ code: z.string(), sub_code: z.string().nullish(), updated_at: z.string() }),
    bot: z.object({ id: z.string() }),
  }),
});

/** Reads a status webhook; undefined when it is about something else. */
export function readStatusWebhook(body: unknown): { botId: string; status: BotStatus } | undefined {
  const webhook = statusWebhookSchema.safeParse(body).data;
  if (!webhook) return undefined;
  const { code, sub_code, updated_at } = webhook.data.data;
  return { botId: webhook.data.bot.id, status: { code, subCode: sub_code ?? undefined, at: updated_at } };
}
