/** Cells of one manifest row; what is not named is that of a bona fide still in the dev split. */
export interface ManifestCells {
  readonly path: string;
  readonly label?: string;
  readonly species?: string;
  readonly environment?: string;
  readonly subject?: string;
  readonly sequence?: string;
  readonly index?: string;
  readonly timestamp_ms?: string;
  readonly split?: string;
  readonly faces?: string;
}

const HEADER = 'path,label,species,environment,subject,sequence,index,timestamp_ms,split,width,height,faces';

/** The text of a manifest.csv with these rows. */
export function manifestText(rows: readonly ManifestCells[]): string {
  return [HEADER, ...rows.map(rowText), ''].join('\n');
}

function rowText(cells: ManifestCells): string {
  const { path, label = 'bona_fide', species = '', environment = 'room', subject = 'p1' } = cells;
  const { sequence = '', index = '', timestamp_ms = '', split = 'dev', faces = '' } = cells;
  const columns = [path, label, species, environment, subject, sequence, index, timestamp_ms, split];
  return [...columns, '640', '480', `"${faces}"`].join(',');
}

/** Rows of one sequence with 33 ms between its frames, `<name>/000.jpg` onwards. */
export function sequenceRows(
  name: string,
  indexes: readonly number[],
  cells: Omit<ManifestCells, 'path'> = {},
): readonly ManifestCells[] {
  return indexes.map((index) => ({
    path: `${name}/${String(index).padStart(3, '0')}.jpg`,
    sequence: name,
    index: `${index}`,
    timestamp_ms: `${index * 33}`,
    ...cells,
  }));
}

/** Whole numbers from `first` to `last`. */
export function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
