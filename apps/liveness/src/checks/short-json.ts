import { ApiError } from '@vivant/service-kit/api-error';

/** Free-form JSON is stored and echoed with every answer: it describes a capture, it does not carry one. */
const LENGTH_MAX = 65_536;

/**
 * Refuses free-form JSON that would be costly to keep.
 * @throws ApiError `validation_error` naming the field
 */
export function requireShortJson(field: string, value: unknown): void {
  if (value === undefined || JSON.stringify(value).length <= LENGTH_MAX) return;
  throw new ApiError('validation_error', `${field} is longer than ${LENGTH_MAX} characters of JSON.`);
}
