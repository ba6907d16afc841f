import { z } from 'zod';

/**
 * Soft evidence of the capture as a whole, added to the mean log-odds of its frames:
 * `sum(weight * clamp((x - mean) / deviation, low, high))` over the terms, and for every objection
 * `max(-most, scale * min(0, intercept + sum(weight * clamp((x - mean) / deviation, -clip, clip))))`. A term says nothing
 * about a signal that could not be measured; to an objection such a value is at its mean, and with most of them missing it is silent.
 */
export const sequenceCoefficients = z.object({
  version: z.string(),
  terms: z.array(
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
  ),
  /** Attacks that the frames cannot show; what looks genuine to an objection adds nothing. */
  objections: z
    .array(
      z.object({
        /** The attack it speaks of: its public reason. */
        id: z.string(),
        features: z.array(
          z.object({
            signal: z.string(),
            feature: z.string(),
            mean: z.number(),
            deviation: z.number().positive(),
            weight: z.number(),
          }),
        ),
        intercept: z.number(),
        clip: z.number().positive(),
        scale: z.number().positive(),
        /** Log-odds that it takes at most. */
        most: z.number().positive(),
      }),
    )
    .optional(),
});

export type SequenceCoefficients = z.infer<typeof sequenceCoefficients>;
export type SequenceObjection = NonNullable<SequenceCoefficients['objections']>[number];
