import { z } from 'zod';
import { captureWarningSchema } from './capture-warning.ts';
import { optionalField } from './optional-field.ts';

/**
 * The fields that every check has in common.
 *
 * A session id is any 8-4-4-4-12 hexadecimal text: clients also make ids that are no RFC 9562 version.
 * Whether `frame_count` has a model depends on the version asked for, so the resolution checks that.
 */
export const checkFields = {
  session_id: z.guid('expected a UUID').describe('Identifies the check; made by the client (UUID).'),
  model: optionalField(z.string().min(1).max(64)).describe('Model alias; ignored with `X-Model-Version`.'),
  frame_count: optionalField(z.int().min(1)).describe(
    'Frames of the wanted model (10, 30, 60, 90 or 120); used with `X-Model-Version`.',
  ),
  source: optionalField(z.enum(['media', 'live'])).describe(
    'Where the frames come from; `media` when absent.',
  ),
  fps: optionalField(z.number().gt(0).max(120)).describe(
    'Frames per second; measured from the timestamps when absent. Hybrid models require it.',
  ),
  warnings: optionalField(z.array(captureWarningSchema)).describe(
    'Capture warnings; echoed without repeats.',
  ),
  metadata: optionalField(z.record(z.string(), z.unknown())).describe(
    'Any JSON object; echoed in webhooks as `tenant_metadata`.',
  ),
};
