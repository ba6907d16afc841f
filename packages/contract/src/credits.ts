import { z } from 'zod';

/** The `data` of `GET /api/v1/credits`. */
export const creditsSchema = z.object({
  balance: z.int().min(0).describe('Credits left.'),
  plan: z.string().describe('Name of the plan.'),
  status: z.enum(['active', 'suspended']).describe('A suspended account has no checks done.'),
});

/** Balance and plan of an organization. */
export type Credits = z.infer<typeof creditsSchema>;
