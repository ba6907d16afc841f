import { z } from 'zod';
import { captureWarningSchema } from './capture-warning.ts';
import { diagnosticsSchema } from './diagnostics.ts';
import { RISK_BANDS, VERDICTS } from './risk-band.ts';

/** How the judged material reached the service. */
export const INPUT_SOURCES = [
  'rest_frames',
  'rest_crops',
  'rest_stream',
  'rest_landmarks',
  'upload_frames',
  'upload_landmarks',
  'video_upload',
] as const;

/** How the judged material reached the service. */
export type InputSource = (typeof INPUT_SOURCES)[number];

const probability = z.number().min(0).max(1);

/** The `data` of every finished check, whichever way the material came. */
export const verificationResultSchema = z.object({
  verdict: z.enum(VERDICTS).describe('`live` from a score of 65, `fake` below it.'),
  confidence: probability.describe('Equal to `real_score`; decide by `real_score`.'),
  real_score: probability.describe('Calibrated probability that the face belongs to a live person.'),
  score: z.number().min(0).max(100).describe('`real_score` in percent.'),
  type: z.enum(RISK_BANDS).describe('Band of the unrounded score: below 35, 50, 65, 80, and above.'),
  session_id: z.string().describe('The session id of the request, as it was sent.'),
  model: z.string().describe('Model that judged.'),
  input_source: z.enum(INPUT_SOURCES).describe('How the material reached the service.'),
  processing_ms: z.int().min(0).describe('Processing time in milliseconds.'),
  frames_processed: z.int().min(0).describe('Frames or crops analysed.'),
  tenant_metadata: z.record(z.string(), z.unknown()).nullable().describe('Metadata of the tenant, if any.'),
  warning: z
    .string()
    .nullable()
    .describe('Why the result deserves care, for example crops that are too tight.'),
  warnings: z
    .array(captureWarningSchema)
    .nullable()
    .describe('Capture warnings of the request, without repeats.'),
  created_at: z.iso.datetime().describe('When the verdict was reached (ISO 8601, UTC).'),
  available: z.literal(true).describe('The service was there to judge.'),
  error: z.null().describe('A finished check has no error.'),
  diagnostics: diagnosticsSchema.nullable().describe('The numbers behind the verdict.'),
});

/** A finished check as the service answers it. */
export type VerificationResult = z.infer<typeof verificationResultSchema>;
