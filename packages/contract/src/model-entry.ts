import { z } from 'zod';

const fraction = z.number().min(0).max(1);

const estimate = z.object({
  value: fraction.describe('The figure, as a fraction.'),
  interval: z
    .object({
      low: z.number().describe('Lower end.'),
      high: z.number().describe('Upper end.'),
    })
    .nullable()
    .describe('95 % interval over capture environments; null when there were too few.'),
});

/** Figures of one attack species under one protocol (ISO/IEC 30107-3). */
const modelResultSchema = z.object({
  protocol: z
    .enum(['leave-one-environment-out', 'held-out'])
    .describe('How it was kept apart from training: rooms left out one by one, or never trained on.'),
  split: z.enum(['train', 'dev']).describe('Part of the data set.'),
  species: z.string().describe('Kind of attack.'),
  frames_per_attempt: z.int().min(1).describe('Frames judged together.'),
  attempts: z
    .object({
      bona_fide: z.int().min(0).describe('Of live people.'),
      attack: z.int().min(0).describe('Of the attack.'),
    })
    .describe('Captures measured.'),
  environments: z.int().min(0).describe('Different capture environments.'),
  auc: estimate.describe('Area under the ROC curve.'),
  eer: estimate.describe('Rate at which both kinds of error are equally frequent.'),
  apcer: estimate.describe('Attacks called live, at the operating threshold.'),
  bpcer: estimate.describe('Bona fide captures called fake, at the operating threshold.'),
  bpcer_at_apcer_5: estimate.describe('Bona fide captures called fake when 5 % of the attacks pass.'),
  bpcer_at_apcer_10: estimate.describe('The same when 10 % of the attacks pass.'),
  worst_environment: z
    .object({
      apcer: z.number().describe('Attacks of one environment that were called live.'),
      bpcer: z.number().describe('Bona fide captures of one environment that were called fake.'),
    })
    .describe('The most that a single environment had of either error.'),
});

/** The same captures, altered. */
const alteredResultSchema = modelResultSchema.extend({
  condition: z
    .string()
    .describe('What was done to the captures; thresholds are those of the unaltered ones.'),
});

/** What a model measured on one data set; a species that is absent was not tested. */
export const modelEvaluationSchema = z.object({
  dataset: z.string().describe('Name of the data set.'),
  dataset_version: z.string().describe('Version of the data set.'),
  kind: z.literal('self-test').describe('Measured by ourselves, not by an accredited laboratory.'),
  results: z.array(modelResultSchema).describe('Figures by protocol and attack species.'),
  altered: z.array(alteredResultSchema).describe('The same for captures that were made worse.'),
});

/** What a model measured on one data set. */
export type ModelEvaluation = z.infer<typeof modelEvaluationSchema>;

/** One entry of `GET /api/v1/models`. */
export const modelEntrySchema = z.object({
  id: z.string().describe('Alias to send as `model`.'),
  label: z.string().describe('Short name for people.'),
  description: z.string().describe('What the model is good for.'),
  min_frames: z.int().min(1).describe('Fewest frames a check needs.'),
  frames_required: z.int().min(1).describe('Equal to `min_frames`.'),
  deprecated: z.boolean().describe('Still works; move to `replacement`.'),
  aliases: z
    .array(z.string())
    .describe('Values of `X-Model-Version` that lead to the model, with its frames as `frame_count`.'),
  family: z.string().describe('Models of one family work alike and differ in their frames.'),
  replacement: z.string().nullable().describe('Model to use instead of a deprecated one.'),
  sunset: z.iso.date().nullable().describe('Day after which a deprecated model may go.'),
  credits: z.int().min(0).describe('Price of one check.'),
  evaluation: modelEvaluationSchema.nullable().describe('Measured figures; null if not measured.'),
});

/** One entry of the model registry. */
export type ModelEntry = z.infer<typeof modelEntrySchema>;
