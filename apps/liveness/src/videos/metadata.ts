import { ApiError } from '@vivant/service-kit/api-error';

/** Metadata describes a video; it is echoed with every answer. */
const LENGTH_MAX = 65_536;

/**
 * Reads the metadata field of a form.
 * @param value text, or what a part of the type application/json held
 * @throws ApiError `invalid_metadata`
 */
export function parseMetadata(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === '') return null;
  const parsed = typeof value === 'string' ? parse(value) : value;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ApiError('invalid_metadata', 'metadata must be a JSON object.');
  if (JSON.stringify(parsed).length > LENGTH_MAX)
    throw new ApiError('invalid_metadata', `metadata is longer than ${LENGTH_MAX} characters.`);
  return parsed as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_metadata', 'metadata is not valid JSON.');
  }
}
