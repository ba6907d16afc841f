import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** Error rates of a model on one attack species, as fractions (ISO/IEC 30107-3). */
const attackFigures = z.object({
  auc: rate.describe('Area under the ROC curve.'),
  eer: rate.describe('Rate at which both kinds of error are equally frequent.'),
  apcer: rate.describe('Attacks of this species called live.'),
  bpcer: rate.describe('Bona fide captures called fake.'),
  bpcer_at_apcer_5: rate.optional().describe('Bona fide captures called fake when 5 % of the attacks pass.'),
  bpcer_at_apcer_10: rate.optional().describe('The same when 10 % of the attacks pass.'),
  environments: z.int().min(1).describe('Different capture environments in the measurement.'),
  attempts: z.int().min(1).describe('Captures in the measurement.'),
});

/** What a model measured on one data set. */
export const modelEvaluationSchema = z.object({
  dataset: z.string().describe('Name of the data set.'),
  dataset_version: z.string().describe('Version of the data set.'),
  kind: z.literal('self-test').describe('Measured by ourselves, not by an accredited laboratory.'),
  protocol: z.string().describe('How the data was split and what was fitted on which part.'),
  attacks: z
    .record(z.string(), attackFigures)
    .describe('Figures by attack species; a species that was not tested is absent.'),
});

/** One entry of `GET /api/v1/models`. */
export const modelEntrySchema = z.object({
  id: z.string().describe('Alias to send as `model`.'),
  label: z.string().describe('Short name for people.'),
  description: z.string().describe('What the model is good for.'),
  min_frames: z.int().min(1).describe('Fewest frames a check needs.'),
  frames_required: z.int().min(1).describe('Equal to `min_frames`.'),
  deprecated: z.boolean().describe('Still works; move to `replacement`.'),
  aliases: z.array(z.string()).describe('Other names of the same model.'),
  family: z.string().describe('Models of one family work alike and differ in their frames.'),
  replacement: z.string().nullable().describe('Model to use instead of a deprecated one.'),
  sunset: z.iso.date().nullable().describe('Day after which a deprecated model may go.'),
  credits: z.int().min(0).describe('Price of one check.'),
  evaluation: modelEvaluationSchema.nullable().describe('Measured figures; null if not measured.'),
});

/** One entry of the model registry. */
export type ModelEntry = z.infer<typeof modelEntrySchema>;
