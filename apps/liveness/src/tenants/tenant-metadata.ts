import { ApiError } from '@vivant/service-kit/api-error';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A JSON object: what metadata is, and what describes it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Compiled schemas that are kept: compiling takes milliseconds, and few tenants are busy at once. */
const KEPT_MAX = 100;

const kept = new Map<string, ValidateFunction>();

/**
 * Checks metadata against the schema of the tenant. Absent metadata is checked as an empty object, so that a
 * schema with required fields is obeyed; the answer is null then.
 * @throws ApiError `invalid_metadata` naming the places, never the values
 */
export function requireTenantMetadata<Metadata extends JsonObject>(
  metadata: Metadata | null,
  schema: JsonObject | null,
): Metadata | null {
  if (schema === null) return metadata;
  const validate = compiled(schema);
  if (validate(metadata ?? {})) return metadata;
  const [fault] = validate.errors ?? [];
  const place = `metadata${(fault?.instancePath ?? '').replaceAll('/', '.')}`;
  throw new ApiError('invalid_metadata', `${place}: ${fault?.message ?? 'does not fit the schema'}.`);
}

/**
 * Refuses what cannot be the schema of a tenant's metadata.
 * @throws Error that says why
 */
export function requireMetadataSchema(schema: JsonObject): void {
  // An asynchronous schema answers with a promise, and a promise is never false.
  if ('$async' in schema) throw new Error('$async is not supported');
  compiled(schema);
}

function compiled(schema: JsonObject): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = kept.get(text);
  if (known) return known;
  const { $schema } = schema;
  const options = { strict: false, validateFormats: false, validateSchema: true, logger: false } as const;
  const isDraft7 = typeof $schema === 'string' && $schema.includes('draft-07');
  const validate = (isDraft7 ? new Ajv(options) : new Ajv2020(options)).compile(schema);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  kept.set(text, validate);
  return validate;
}
