import { z } from 'zod';

/** The request headers that choose a model. */
export const modelVersionHeaders = z.looseObject({
  'x-model-version': z
    .string()
    .max(64)
    .optional()
    .describe(
      'Version alias (`latest`, `v2`, `v3`, `v3_1`, `v3_1_1`, `fast`, `v1`). When present, `model` is ignored and ' +
        '`frame_count` chooses the model of that version.',
    ),
});
