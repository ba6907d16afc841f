import { ApiError } from '@vivant/service-kit/api-error';
import type { JsonObject } from './tenant-metadata.ts';

/** Metadata describes what is judged; it is echoed with every answer. */
const LENGTH_MAX = 65_536;

/**
 * Reads the metadata field of a form.
 * @param value text, or what a part of the type application/json held; absent or blank means none
 * @throws ApiError `invalid_metadata`
 */
export function readMetadata(value: unknown): JsonObject | null {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return null;
  const parsed = typeof value === 'string' ? parse(value) : value;
  if (!isObject(parsed)) throw new ApiError('invalid_metadata', 'metadata must be a JSON object.');
  if (JSON.stringify(parsed).length > LENGTH_MAX)
    throw new ApiError('invalid_metadata', `metadata is longer than ${LENGTH_MAX} characters.`);
  return parsed;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_metadata', 'metadata is not valid JSON.');
  }
}
