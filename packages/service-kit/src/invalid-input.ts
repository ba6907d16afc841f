import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { ApiError, type FieldDetails } from './api-error.ts';

/** Faults listed in one answer; a body of hundreds of wrong frames does not need them all. */
const FAULTS_MAX = 20;

interface Fault {
  readonly field: string;
  readonly missing: boolean;
  readonly text: string;
}

/**
 * Compiles zod schemas for fastify so that a failed validation is an {@link ApiError} already. Unlike the
 * type provider's own compiler it keeps the value at hand, which tells a missing field from a wrong one.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    return result.success
      ? { value: result.data }
      : { error: invalidInput(result.error.issues, data, httpPart) };
  };
};

/**
 * The error for input that does not fit its schema: `missing_field` when something required is absent,
 * `validation_error` otherwise, each with the fields and messages but never the values.
 *
 * @param part what the input is called when it is wrong as a whole, for example `body`
 */
export function invalidInput(issues: readonly z.core.$ZodIssue[], data: unknown, part: string): ApiError {
  const faults = issues.slice(0, FAULTS_MAX).map((issue) => faultOf(issue, data, part));
  const missing = faults.filter((fault) => fault.missing);
  const wrong = faults.filter((fault) => !fault.missing);
  const message = summaryOf(missing[0] ?? wrong[0], issues.length);
  const wrongError = new ApiError('validation_error', message, { details: detailsOf(wrong) });
  if (missing.length === 0) return wrongError;
  return new ApiError('missing_field', message, {
    details: detailsOf(missing),
    others: wrong.length > 0 ? [wrongError] : [],
  });
}

function faultOf(issue: z.core.$ZodIssue, data: unknown, part: string): Fault {
  const value = valueAt(data, issue.path);
  // fastify hands on an absent body as null.
  const missing = value === undefined || (value === null && issue.path.length === 0);
  return {
    field: fieldName(issue.path) || part,
    missing,
    text: missing ? 'is required' : issue.message.replace(/^Invalid input: /, ''),
  };
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function summaryOf(fault: Fault | undefined, count: number): string {
  if (!fault) return 'The request is not valid.';
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return `${fault.field}: ${fault.text}${more}`;
}

function detailsOf(faults: readonly Fault[]): FieldDetails {
  const details: Record<string, string[]> = Object.create(null);
  for (const { field, text } of faults) (details[field] ??= []).push(text);
  return details;
}
