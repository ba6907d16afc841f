/** A record of a CSV file and the line it starts on, 1-based. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** The file is not CSV as RFC 4180 describes it. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;
  readonly problem: string;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

/** One field and what ends it; groups: quoted content, plain content, terminator. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Reads RFC 4180 text: commas, optional double quotes, LF or CRLF, a byte order mark ignored. Blank lines and
 * records of differing length are errors, so that a broken row can never shift its columns unseen.
 * @throws CsvError naming the line
 */
export function parseCsv(text: string): readonly CsvRecord[] {
  const body = text.replace(/^\uFEFF/, '');
  const records: CsvRecord[] = [];
  let position = 0;
  let line = 1;
  while (position < body.length) {
    const { fields, end } = readRecord(body, position, line);
    const width = records[0]?.fields.length ?? fields.length;
    if (fields.length !== width) {
      throw new CsvError(line, `${fields.length} fields where the header has ${width}`);
    }
    records.push({ line, fields });
    line += body.slice(position, end).split('\n').length - 1;
    position = end;
  }
  return records;
}

function readRecord(
  text: string,
  start: number,
  line: number,
): { readonly fields: readonly string[]; readonly end: number } {
  const fields: string[] = [];
  FIELD.lastIndex = start;
  for (;;) {
    const match = FIELD.exec(text);
    if (match === null) throw new CsvError(line, 'a double quote is out of place or never closed');
    const [, quoted, plain, terminator] = match;
    fields.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (terminator !== ',') return { fields, end: FIELD.lastIndex };
  }
}
