import { z } from 'zod';

/**
 * A regularised logistic regression over standardised frame features, and one-sided evidence:
 * `logOdds = intercept + sum(weight * clamp((x - mean) / deviation, -clip, clip)) + sum(objection) + sum(endorsement)`.
 * The arrays run over the features of `signals` in their order.
 */
export const fusionCoefficients = z
  .object({
    version: z.string(),
    signals: z.array(z.string()).min(1),
    mean: z.array(z.number()),
    deviation: z.array(z.number().positive()),
    weight: z.array(z.number()),
    intercept: z.number(),
    /** Features beyond this many deviations are cut: one odd camera must not carry the score. */
    clip: z.number().positive(),
    /**
     * One-sided evidence: a feature below `below` takes `weight * (below - x)` from the log-odds, above it says nothing.
     * For what a feature knows of attacks that the training set does not hold.
     */
    objections: z.array(
      z.object({
        /** The attack it speaks of: its public reason. */
        id: z.string(),
        feature: z.number().int().nonnegative(),
        below: z.number(),
        weight: z.number().positive(),
      }),
    ),
    /**
     * Evidence that only ever speaks for bona fide, and only when all its features do: `weight` times the least amount by
     * which one of them lies above its bound, at most `most`.
     */
    endorsements: z.array(
      z.object({
        /** Its public reason. */
        id: z.string(),
        features: z.array(z.object({ feature: z.number().int().nonnegative(), above: z.number() })).min(1),
        weight: z.number().positive(),
        /** In units of the features, before the weight. */
        most: z.number().positive(),
      }),
    ),
  })
  .refine((c) => c.mean.length === c.weight.length && c.deviation.length === c.weight.length, {
    message: 'mean, deviation and weight must have one number a feature',
  });

export type FusionCoefficients = z.infer<typeof fusionCoefficients>;
