import { successEnvelope } from '@vivant/contract/envelope';
import type { z } from 'zod';

/** The documented body of a success: the envelope around the given data. */
export function successResponse<Data extends z.ZodType>(description: string, data: Data) {
  return { description, content: { 'application/json': { schema: successEnvelope(data) } } };
}

/** The body of a success. */
export function success<Data>(data: Data, message: string) {
  return { data, success: true as const, message };
}
