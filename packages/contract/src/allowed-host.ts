import { z } from 'zod';

/** The body of `POST /api/v1/hosts`. */
export const addHostBody = z.object({
  origin: z
    .string()
    .min(1)
    .max(300)
    .describe('Scheme, host and port if it is not the usual one, for example `https://app.example.com`.'),
});

/** A browser origin that may use verification tokens of the organization. */
export const allowedHostSchema = z.object({
  id: z.string().describe('Identifies the entry.'),
  origin: z.string().describe('The origin as browsers send it.'),
  created_at: z.string().describe('ISO 8601.'),
});

/** A browser origin that may use verification tokens of the organization. */
export type AllowedHost = z.infer<typeof allowedHostSchema>;
