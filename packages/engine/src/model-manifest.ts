import { z } from 'zod';

const interval = z.object({ low: z.number(), high: z.number() });
const estimate = z.object({ value: z.number(), interval: interval.nullable() });

/** Figures of one PAI species under one protocol, fractions 0..1 with 95 % intervals over environments (ISO/IEC 30107-3). */
export const modelResult = z.object({
  /** How it was kept apart from training: rooms left out one by one, or a split that was never trained on. */
  protocol: z.enum(['leave-one-environment-out', 'held-out']),
  split: z.enum(['train', 'dev']),
  species: z.string(),
  framesPerAttempt: z.number().int().positive(),
  attempts: z.object({ bonaFide: z.number().int(), attack: z.number().int() }),
  environments: z.number().int(),
  auc: estimate,
  eer: estimate,
  /** At the operating threshold. */
  apcer: estimate,
  bpcer: estimate,
  bpcerAtApcer5: estimate,
  bpcerAtApcer10: estimate,
  /** The most that one environment had of either error at the operating threshold. */
  worstEnvironment: z.object({ apcer: z.number(), bpcer: z.number() }),
});

/** Figures of captures that were altered as the condition says; no threshold is set by them. */
export const alteredResult = modelResult.extend({ condition: z.string() });

/** Measured figures; a species that is absent was not tested. */
export const modelEvaluation = z.object({
  dataset: z.string(),
  datasetVersion: z.string(),
  /** Measured by ourselves, not by an accredited laboratory. */
  kind: z.literal('self-test'),
  results: z.array(modelResult),
  altered: z.array(alteredResult).default([]),
});

/** How far scores may be moved for a tenant, from attempts in rooms that the model had not seen. */
const modelSensitivity = z.object({
  /** Median calibrated log-odds of bona fide attempts, every room weighing the same. */
  bonaFideMedian: z.number(),
  /** Share of attacks called live when this is added to all log-odds; ascending. */
  apcer: z.array(z.object({ offset: z.number(), value: z.number() })).min(2),
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
  /** File under `models/` with the terms of the capture as a whole; without one the frames alone are judged. */
  sequence: z.string().optional(),
  /**
   * A second fusion of the same frames, for a species that the first one does not know. It can only object: each unit by
   * which its mean log-odds lie below `below` takes `weight` from those of the capture.
   */
  objector: z
    .object({ coefficients: z.string(), below: z.number(), weight: z.number().positive() })
    .optional(),
  /** Maps the fused log-odds to a probability so that 0.65 is the operating threshold. */
  calibration: z.object({ slope: z.number(), intercept: z.number() }),
  sensitivity: modelSensitivity.optional(),
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
export type ModelResult = z.infer<typeof modelResult>;
export type AlteredResult = z.infer<typeof alteredResult>;
export type ModelSensitivity = z.infer<typeof modelSensitivity>;
