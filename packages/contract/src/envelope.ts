import { z } from 'zod';
import { ERROR_CODES } from './error-codes.ts';
import { SCOPES } from './scopes.ts';

/** The body of every successful answer: `{data, success: true, message}` around the given data. */
export function successEnvelope<Data extends z.ZodType>(dataSchema: Data) {
  return z.object({
    data: dataSchema,
    success: z.literal(true).describe('Always true.'),
    message: z.string().describe('What happened, for people.'),
  });
}

/** The body of every failed answer; clients read the codes, people the texts. */
export const errorEnvelope = z.object({
  data: z.null().describe('Always null.'),
  success: z.literal(false).describe('Always false.'),
  message: z.string().describe('What went wrong, for people.'),
  errors: z
    .array(z.partialRecord(z.enum(ERROR_CODES), z.array(z.string())))
    .describe('One object for each error code, with one key: the code. Its value is an array of messages.'),
  required_scope: z
    .enum(SCOPES)
    .optional()
    .describe('Only with `insufficient_scope`: the scope that the key lacks.'),
});

/** The body of a failed answer. */
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
