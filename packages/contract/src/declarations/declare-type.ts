/** The part of JSON Schema that zod writes for the schemas of the contract. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
}

/** Finds the name of an enumeration that is declared elsewhere, so that its members are written once. */
export type NameOfEnum = (members: readonly unknown[]) => string | undefined;

const BUILT_IN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Writes a JSON Schema as a TypeScript type; descriptions of properties become comments.
 * @throws Error when the schema says something that no type can be written for
 */
export function declareType(schema: JsonSchema, nameOfEnum: NameOfEnum, indent = ''): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return $ref;
  if (allOf) return joined(allOf, ' & ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return joined(alternatives, ' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return nameOfEnum(schema.enum) ?? unionOf(schema.enum);
  if (Array.isArray(type))
    return type.map((one) => declareType({ ...schema, type: one }, nameOfEnum, indent)).join(' | ');
  if (type === 'object') return declareObject(schema, nameOfEnum, indent);
  if (type === 'array') return declareArray(schema, nameOfEnum, indent);
  if (type === undefined) return 'unknown';
  const builtIn = BUILT_IN[type as string];
  if (builtIn === undefined) throw new Error(`No TypeScript type for ${JSON.stringify(schema)}`);
  return builtIn;

  function joined(schemas: readonly JsonSchema[], separator: string): string {
    return [...new Set(schemas.map((one) => declareType(one, nameOfEnum, indent)))].join(separator);
  }
}

function unionOf(members: readonly unknown[]): string {
  return members.map((member) => JSON.stringify(member)).join(' | ');
}

function declareArray({ items, prefixItems }: JsonSchema, nameOfEnum: NameOfEnum, indent: string): string {
  if (prefixItems)
    return `readonly [${prefixItems.map((item) => declareType(item, nameOfEnum, indent)).join(', ')}]`;
  const element = declareType(items ?? {}, nameOfEnum, indent);
  return element.includes(' | ') ? `readonly (${element})[]` : `readonly ${element}[]`;
}

function declareObject(schema: JsonSchema, nameOfEnum: NameOfEnum, indent: string): string {
  const { properties, required = [], propertyNames, additionalProperties } = schema;
  if (!properties) {
    const keys = propertyNames ? declareType(propertyNames, nameOfEnum, indent) : 'string';
    const values =
      typeof additionalProperties === 'object'
        ? declareType(additionalProperties, nameOfEnum, indent)
        : 'unknown';
    // Only known keys: none of them has to be there.
    return keys === 'string'
      ? `Readonly<Record<string, ${values}>>`
      : `{ readonly [Key in ${keys}]?: ${values} }`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const text = declareType(property, nameOfEnum, inner);
    const isRequired = required.includes(name);
    const declaration = `${inner}readonly ${name}${isRequired ? '' : '?'}: ${text}${isRequired ? '' : ' | undefined'};`;
    return property.description ? [`${inner}/** ${property.description} */`, declaration] : [declaration];
  });
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}
