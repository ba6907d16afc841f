import { z } from 'zod';

/** One measured figure set of a model; absent species were not tested. */
export const modelEvaluation = z.object({
  dataset: z.string(),
  datasetVersion: z.string(),
  /** `self-test`: measured by ourselves, not by an accredited laboratory. */
  kind: z.literal('self-test'),
  protocol: z.string(),
  attacks: z.record(
    z.string(),
    z.object({
      auc: z.number(),
      eer: z.number(),
      apcer: z.number(),
      bpcer: z.number(),
      bpcerAtApcer5: z.number().optional(),
      bpcerAtApcer10: z.number().optional(),
      environments: z.number().int(),
      attempts: z.number().int(),
    }),
  ),
});

/** A catalogue entry: everything that tells one model from another, as data. */
export const modelManifest = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  family: z.enum(['fast', 'spatial', 'mixed', 'v2', 'v3', 'v3_1', 'v3_1_1', 'hybrid-v2']),
  framesRequired: z.number().int().positive(),
  /** How many of the usable frames the PAD nets score, spread evenly over the capture. */
  framesScored: z.number().int().positive(),
  /** Client landmarks and a caller-stated frame rate that the model cannot do without. */
  needs: z.object({ landmarks: z.boolean(), fps: z.boolean() }),
  /** File under `models/` with the fusion coefficients. */
  coefficients: z.string(),
  /** Maps the fused log-odds to a probability so that 0.65 is the operating threshold. */
  calibration: z.object({ slope: z.number(), intercept: z.number() }),
  credits: z.number().int().nonnegative(),
  status: z.enum(['active', 'deprecated']),
  /** Model to move to, and the ISO date after which this one may go. Deprecated models only. */
  replacement: z.string().nullable(),
  sunset: z.string().nullable(),
  licences: z.array(z.string()),
  evaluation: modelEvaluation.nullable(),
});

export type ModelManifest = z.infer<typeof modelManifest>;
export type ModelEvaluation = z.infer<typeof modelEvaluation>;
