import { z } from 'zod';
import { declareType, type JsonSchema } from './declare-type.ts';

/** A schema with the name and the sentence that its type gets. */
export interface Declared {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

/** The types of one module of the client. */
export interface DeclaredModule {
  /** What callers send: fields that may be left out are optional. */
  readonly requests: readonly Declared[];
  /** What they are answered. */
  readonly answers: readonly Declared[];
}

const HEAD =
  '// Written by packages/contract/src/declarations/write.ts from the schemas of the contract. Do not edit.\n';

/** Writes the schemas of a module as TypeScript types that need nothing else. */
export function declareModule({ requests, answers }: DeclaredModule): string {
  const schemas = { ...jsonSchemas(requests, 'input'), ...jsonSchemas(answers, 'output') };
  const enums = new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      schema.enum ? [[JSON.stringify(schema.enum), name]] : [],
    ),
  );
  const declarations = [...requests, ...answers].map(({ name, description }) => {
    const schema = schemas[name] as JsonSchema;
    const nameOfEnum = (members: readonly unknown[]) => {
      const known = enums.get(JSON.stringify(members));
      return known === name ? undefined : known;
    };
    return `\n/** ${description} */\nexport type ${name} = ${declareType(schema, nameOfEnum)};\n`;
  });
  return HEAD + declarations.join('');
}

function jsonSchemas(declared: readonly Declared[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of declared) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { io });
  return schemas as Record<string, JsonSchema>;
}
