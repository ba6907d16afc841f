import { z } from 'zod';

/**
 * Soft evidence of the capture as a whole, added to the mean log-odds of its frames:
 * `sum(weight * clamp((x - mean) / deviation, low, high))` over the terms whose signal could be measured.
 */
export const sequenceCoefficients = z.object({
  version: z.string(),
  terms: z
    .array(
      z.object({
        signal: z.string(),
        /** Name of the value within its signal. */
        feature: z.string(),
        mean: z.number(),
        deviation: z.number().positive(),
        /** Log-odds of bona fide a deviation. */
        weight: z.number(),
        /** Bounds in deviations; a term with `low` of 0 says nothing below its mean. */
        low: z.number(),
        high: z.number(),
      }),
    )
    .min(1),
});

export type SequenceCoefficients = z.infer<typeof sequenceCoefficients>;
