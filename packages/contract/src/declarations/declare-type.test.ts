import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareModule } from './declare-module.ts';
import { declareType, type JsonSchema } from './declare-type.ts';

function typeOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): string {
  return declareType(z.toJSONSchema(schema, { io }) as JsonSchema, () => undefined);
}

describe('declareType', () => {
  it.each<[string, z.ZodType]>([
    ['string', z.string().min(1).max(3)],
    ['number', z.int().min(0)],
    ['boolean', z.boolean()],
    ['null', z.null()],
    ['unknown', z.unknown()],
    ['"a"', z.literal('a')],
    ['"a" | "b"', z.enum(['a', 'b'])],
    ['string | null', z.string().nullable()],
    ['readonly string[]', z.array(z.string())],
    ['readonly (string | null)[]', z.array(z.string().nullable())],
    ['readonly [number, string]', z.tuple([z.number(), z.string()])],
    ['Readonly<Record<string, number>>', z.record(z.string(), z.number())],
    ['{ readonly [Key in "a" | "b"]?: number }', z.partialRecord(z.enum(['a', 'b']), z.number())],
    ['Record<never, never>', z.object({})],
  ])('writes %s', (expected, schema) => {
    expect(typeOf(schema)).toBe(expected);
  });

  it('writes objects with their comments, fields that may be absent as optional', () => {
    const schema = z.object({
      a: z.string().describe('An a.'),
      b: z.object({ c: z.number().optional() }),
    });
    expect(typeOf(schema)).toBe(
      [
        '{',
        '  /** An a. */',
        '  readonly a: string;',
        '  readonly b: {',
        '    readonly c?: number | undefined;',
        '  };',
        '}',
      ].join('\n'),
    );
  });

  it('says so when it does not know how', () => {
    expect(() => declareType({ type: 'date' }, () => undefined)).toThrow('No TypeScript type');
  });
});

describe('declareModule', () => {
  it('names the types that others consist of', () => {
    const kind = z.enum(['x', 'y']);
    const item = z.object({ kind });
    const text = declareModule({
      requests: [],
      answers: [
        { name: 'Kind', schema: z.enum(['x', 'y']), description: 'A kind.' },
        { name: 'Item', schema: item, description: 'An item.' },
        { name: 'List', schema: z.array(item), description: 'Items.' },
      ],
    });
    expect(text).toContain('/** A kind. */\nexport type Kind = "x" | "y";');
    expect(text).toContain('export type Item = {\n  readonly kind: Kind;\n};');
    expect(text).toContain('export type List = readonly Item[];');
  });
});
