import { isAbsolute } from 'node:path';
import { CsvError, type CsvRecord, parseCsv } from './csv.ts';
import { ManifestError } from './manifest-error.ts';
import { type ManifestRow, type RelativeBox, SPLITS, type Split } from './manifest-row.ts';
import { checkSequences } from './sequences.ts';

const COLUMNS = [
  'path',
  'label',
  'species',
  'environment',
  'subject',
  'sequence',
  'index',
  'timestamp_ms',
  'split',
] as const;
/** The one column that may be missing. */
const FACES_COLUMN = 'faces';
type Cells = Readonly<Record<(typeof COLUMNS)[number] | typeof FACES_COLUMN, string>>;

const VIDEO_FILE = /\.(?:mp4|webm|mov|mkv)$/i;
const FACE_BOX = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;
const SPECIES_NAME = /^[a-z][a-z0-9_]*$/;

/**
 * Reads the text of a manifest.csv. Columns may stand in any order, and columns beyond the needed ones are
 * ignored. @throws ManifestError at the first row that is wrong
 */
export function parseManifest(text: string): readonly ManifestRow[] {
  const [header, ...records] = parseRecords(text);
  if (header === undefined || records.length === 0) throw new ManifestError(1, 'there are no rows');
  const missing = COLUMNS.filter((column) => !header.fields.includes(column));
  if (missing.length > 0) throw new ManifestError(1, `missing columns: ${missing.join(', ')}`);
  const rows = records.map((record) => parseRow(record.line, cellsOf(header, record)));
  checkPaths(rows);
  checkSequences(rows);
  return rows;
}

function parseRecords(text: string): readonly CsvRecord[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (error instanceof CsvError) throw new ManifestError(error.line, error.problem);
    throw error;
  }
}

function cellsOf(header: CsvRecord, record: CsvRecord): Cells {
  const entries = [...COLUMNS, FACES_COLUMN].map((column) => [
    column,
    record.fields[header.fields.indexOf(column)] ?? '',
  ]);
  return Object.fromEntries(entries) as Cells;
}

function parseRow(line: number, cells: Cells): ManifestRow {
  const common = { line, path: parsePath(line, cells.path), ...parseClass(line, cells) };
  const where = {
    environment: required(line, 'environment', cells.environment),
    subject: required(line, 'subject', cells.subject),
    split: parseSplit(line, cells.split),
    faces: parseFaces(line, cells.faces),
  };
  if (VIDEO_FILE.test(cells.path)) return { kind: 'video', ...common, ...where };
  if (cells.sequence === '') return { kind: 'still', ...common, ...where };
  return {
    kind: 'frame',
    ...common,
    ...where,
    sequence: cells.sequence,
    index: parseNumber(line, 'index', cells.index, /^\d{1,9}$/),
    timestampMs: parseNumber(line, 'timestamp_ms', cells.timestamp_ms, /^\d{1,15}(?:\.\d+)?$/),
  };
}

function parseClass(line: number, cells: Cells): { readonly bonaFide: boolean; readonly species: string } {
  if (cells.label === 'bona_fide') {
    if (cells.species !== '') throw new ManifestError(line, 'a bona fide row names a species');
    return { bonaFide: true, species: '' };
  }
  if (cells.label !== 'attack') throw new ManifestError(line, 'label is neither bona_fide nor attack');
  if (!SPECIES_NAME.test(cells.species)) {
    throw new ManifestError(line, 'an attack needs a species of small letters, digits and underscores');
  }
  return { bonaFide: false, species: cells.species };
}

function parsePath(line: number, path: string): string {
  if (path === '') throw new ManifestError(line, 'path is empty');
  if (isAbsolute(path) || path.split(/[\\/]/).includes('..')) {
    throw new ManifestError(line, 'path leads out of the data folder');
  }
  return path;
}

function parseSplit(line: number, value: string): Split {
  const split = SPLITS.find((known) => known === value);
  if (!split) throw new ManifestError(line, `split is none of ${SPLITS.join(', ')}`);
  return split;
}

/** `cx,cy,w,h` as shares of the picture, several faces separated by `;`. The column may be missing. */
function parseFaces(line: number, value: string): readonly RelativeBox[] {
  if (value === '') return [];
  return value.split(';').map((face) => {
    const numbers = FACE_BOX.exec(face)?.slice(1).map(Number);
    if (!numbers) throw new ManifestError(line, 'a box in faces is not four numbers');
    const [centreX, centreY, width, height] = numbers as [number, number, number, number];
    return { centreX, centreY, width, height };
  });
}

function parseNumber(line: number, column: string, value: string, form: RegExp): number {
  if (!form.test(value)) throw new ManifestError(line, `${column} of a sequence's frame is not a number`);
  return Number(value);
}

function required(line: number, column: string, value: string): string {
  if (value === '') throw new ManifestError(line, `${column} is empty`);
  return value;
}

function checkPaths(rows: readonly ManifestRow[]): void {
  const lines = new Map<string, number>();
  for (const { line, path } of rows) {
    const earlier = lines.get(path);
    if (earlier !== undefined) throw new ManifestError(line, `path already stands in line ${earlier}`);
    lines.set(path, line);
  }
}
