import type { z } from 'zod';

/** A request field that may be left out; clients that serialise absent values as `null` mean the same. */
export function optionalField<Field extends z.ZodType>(field: Field) {
  return field.nullish().transform((value): z.output<Field> | undefined => value ?? undefined);
}
