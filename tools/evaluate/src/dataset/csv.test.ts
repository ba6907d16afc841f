import { describe, expect, it } from 'vitest';
import { CsvError, parseCsv } from './csv.ts';

describe('parseCsv', () => {
  it('reads plain, empty and quoted fields, doubled quotes, commas and line breaks within quotes', () => {
    expect(parseCsv('a,b,c\n1,,"x ""y"", z"\n"two\nlines",2,3\n4,5,6')).toEqual([
      { line: 1, fields: ['a', 'b', 'c'] },
      { line: 2, fields: ['1', '', 'x "y", z'] },
      { line: 3, fields: ['two\nlines', '2', '3'] },
      { line: 5, fields: ['4', '5', '6'] },
    ]);
  });

  it('reads CRLF line ends and drops a byte order mark', () => {
    expect(parseCsv('\uFEFFa,b\r\n1,\r\n')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1', ''] },
    ]);
  });

  it('reads nothing from an empty text', () => {
    expect(parseCsv('')).toEqual([]);
  });

  it.each([
    ['a record that is too short', 'a,b\n1\n', 2],
    ['a record that is too long', 'a,b\n1,2\n1,2,3\n', 3],
    ['a blank line', 'a,b\n\n1,2\n', 2],
    ['a quote within a plain field', 'a,b\n1,x"y\n', 2],
    ['text after a closing quote', 'a,b\n"x"y,2\n', 2],
    ['a quote that is never closed', 'a,b\n1,2\n"x,3\n', 3],
  ])('refuses %s and names the line', (_, text, line) => {
    expect(() => parseCsv(text)).toThrow(CsvError);
    expect(() => parseCsv(text)).toThrow(`line ${line}:`);
  });
});
