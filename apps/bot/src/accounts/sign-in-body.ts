import { z } from 'zod';

/** What a browser signs in with; an email counts and is looked up in one form. */
export const signInBody = z.object({
  email: z.string().trim().toLowerCase().min(1).max(254),
  // Longer ones would let anybody keep the service hashing.
  password: z.string().min(1).max(256),
});

export type SignInBody = z.output<typeof signInBody>;
