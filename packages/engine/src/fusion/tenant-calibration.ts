import { z } from 'zod';
import type { ModelManifest } from '../model-manifest.ts';
import { logit, sigmoid } from '../numeric/logistic.ts';
import { OPERATING_THRESHOLD } from './calibrate.ts';

/** The least that speaks for a tenant: people differ more than captures of one person. */
export const CAPTURES_MIN = 24;
export const SUBJECTS_MIN = 5;
/** Log-odds; neither side may move further: about what lies between an easy and a hard room of the self-test. */
export const OFFSET_MAX = 1.5;
/** A higher score for everyone also lets more attacks pass: never more than this share of those of the self-test. */
export const APCER_MAX = 0.1;

/** Content of the file that calibrating a tenant writes: its scores are `sigmoid(logit(real_score) + offset)`. */
export const tenantCalibration = z.object({
  formatVersion: z.literal(1),
  createdAt: z.iso.datetime(),
  model: z.string(),
  /** Of the model whose scores were measured; the offset says nothing of another. */
  modelFingerprint: z.string(),
  coefficientsVersion: z.string(),
  dataset: z.object({ name: z.string(), version: z.string() }),
  /** Threshold of the score with the offset. */
  operatingThreshold: z.literal(OPERATING_THRESHOLD),
  /** Log-odds that are added to every score of the tenant. */
  offset: z.number(),
  /** The same as a threshold on the score without the offset. */
  threshold: z.number(),
  evidence: z.object({
    captures: z.int(),
    environments: z.int(),
    subjects: z.int(),
    medianScore: z.number(),
    referenceMedianScore: z.number(),
    /** Of the tenant's captures, called fake. */
    bpcerBefore: z.number(),
    bpcerAfter: z.number(),
    /** Of the attacks of the self-test, called live. */
    apcerBefore: z.number(),
    apcerAfter: z.number(),
    /** Offset before it was held back, log-odds. */
    offsetWanted: z.number(),
    /** What held it back; empty when nothing did. */
    limitedBy: z.array(z.enum(['few-captures', 'offset-limit', 'apcer-limit'])),
  }),
  /** Attempts that showed too little to be judged. */
  notAcquired: z.int(),
});

export type TenantCalibration = z.infer<typeof tenantCalibration>;

/** The largest offset, in log-odds, at which the attacks of the self-test stay within {@link APCER_MAX}; at least 0. */
export function offsetLimit({ apcer }: NonNullable<ModelManifest['sensitivity']>): number {
  const allowed = apcer.findLast(({ value }) => value <= APCER_MAX)?.offset ?? 0;
  return Math.min(Math.max(allowed, 0), OFFSET_MAX);
}

/** Moves a score, 0..1, by an offset in log-odds. */
export function moveScore(score: number, offset: number): number {
  return sigmoid(logit(score) + offset);
}
