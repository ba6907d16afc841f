import { describe, expect, it } from 'vitest';
import { requireMetadataSchema, requireTenantMetadata } from './tenant-metadata.ts';

const SCHEMA = {
  type: 'object',
  required: ['case'],
  properties: { case: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
  additionalProperties: false,
};

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid_metadata', message: expect.stringMatching(message) });

describe('requireTenantMetadata', () => {
  it('holds what was left out against the schema too', () => {
    expect(() => requireTenantMetadata(null, SCHEMA)).toThrow(invalid(/required property 'case'/));
    expect(requireTenantMetadata(null, { type: 'object' })).toBeNull();
    expect(requireTenantMetadata({ any: 1 }, null)).toEqual({ any: 1 });
  });

  it('names the place and never the value', () => {
    const metadata = { case: 1, tags: ['a', { secret: 'hunter2' }] };
    const check = () => requireTenantMetadata(metadata, SCHEMA);
    expect(check).toThrow(invalid(/^metadata\.tags\.1: must be string\.$/));
    expect(check).not.toThrow(/hunter2/);
  });

  it('understands draft 2020-12 and draft-07', () => {
    const tuple = { prefixItems: [{ type: 'integer' }] };
    const newer = { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { t: tuple } };
    expect(() => requireTenantMetadata({ t: ['x'] }, newer)).toThrow(invalid(/^metadata\.t\.0/));
    const items = { items: [{ type: 'integer' }] };
    const older = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { t: items } };
    expect(() => requireTenantMetadata({ t: ['x'] }, older)).toThrow(invalid(/^metadata\.t\.0/));
    expect(requireTenantMetadata({ t: [1] }, older)).toEqual({ t: [1] });
  });

  it('keeps its verdicts apart, also of more schemas than it remembers', () => {
    const schemas = Array.from({ length: 101 }, (_, at) => ({ properties: { n: { const: at } } }));
    const [first] = schemas;
    for (const [at, schema] of schemas.entries()) {
      expect(requireTenantMetadata({ n: at }, schema)).toEqual({ n: at });
      expect(() => requireTenantMetadata({ n: at + 1 }, schema)).toThrow(invalid(/n: /));
    }
    expect(() => requireTenantMetadata({ n: 1 }, first!)).toThrow(invalid(/n: /));
  }, 30_000);
});

describe('requireMetadataSchema', () => {
  it('takes a schema', () => {
    expect(() => requireMetadataSchema(SCHEMA)).not.toThrow();
  });

  it.each([
    [{ type: 'nonsense' }, 'schema is invalid'],
    [{ $async: true, required: ['a'] }, '$async is not supported'],
    [{ $ref: 'https://example.com/other.json' }, "can't resolve reference"],
    [{ $schema: 'https://example.com/made-up' }, 'no schema with key or ref'],
    [{ properties: { a: { pattern: '(' } } }, 'Invalid regular expression'],
  ])('refuses %j', (schema, message) => {
    expect(() => requireMetadataSchema(schema)).toThrow(message);
  });
});
