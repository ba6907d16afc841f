/** A place inside a JSON value: object keys and array positions from the root. */
type Path = readonly string[];

/** A JSON value whose long ASCII strings are in a buffer. */
export interface Extracted {
  /** Under `value`, the JSON value with some other string where a long one was. */
  readonly root: { readonly value: unknown };
  /** Where each long string belongs, and which bytes are its own, ascending. */
  readonly places: readonly ({ readonly path: Path } & Span)[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes of a buffer. */
export interface Span {
  readonly start: number;
  readonly byteLength: number;
}

interface LongString {
  readonly path: Path;
  readonly text: string;
}

/** From this length on, a string is moved rather than cloned. */
export const LONG_STRING_LENGTH = 16 * 1024;

/** Bytes restored before the event loop gets its turn: about a millisecond of work. */
const RESTORED_BYTES_PER_TURN = 2 * 1024 * 1024;

/** Moves the long ASCII strings of a JSON value into one transferable buffer; the value loses them. */
export function extractLongStrings(value: unknown): Extracted {
  const root = { value };
  const found = takeLongStrings(root);
  const bytes = Buffer.allocUnsafeSlow(found.reduce((total, { text }) => total + text.length, 0));
  let offset = 0;
  const places = found.map(({ path, text }) => {
    const start = offset;
    offset += bytes.write(text, offset, 'latin1');
    return { path, start, byteLength: text.length };
  });
  return { root, places, bytes };
}

/** Puts the strings back, giving way to the event loop; the inverse of {@link extractLongStrings}. */
export async function restoreLongStrings({ root, places, bytes }: Extracted): Promise<unknown> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let restored = 0;
  for (const { path, start, byteLength } of places) {
    put(root, path, view.toString('latin1', start, start + byteLength));
    restored += byteLength;
    if (restored >= RESTORED_BYTES_PER_TURN) {
      restored = 0;
      await new Promise(setImmediate);
    }
  }
  return root.value;
}

function takeLongStrings(root: object): LongString[] {
  const found: LongString[] = [];
  for (const { node, key, path, text } of stringsOf(root)) {
    if (!isLongAscii(text)) continue;
    found.push({ path, text });
    node[key] = '';
  }
  return found;
}

interface StringPlace extends LongString {
  readonly node: Record<string, unknown>;
  readonly key: string;
}

/** Every string in a JSON value, keys aside. */
export function* stringsOf(root: object): Generator<StringPlace> {
  const open: { node: Record<string, unknown>; path: Path }[] = [{ node: root as never, path: [] }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { node, path } = item;
    for (const key of Object.keys(node)) {
      const child = node[key];
      if (typeof child === 'string') yield { node, key, path: [...path, key], text: child };
      else if (typeof child === 'object' && child !== null) {
        open.push({ node: child as Record<string, unknown>, path: [...path, key] });
      }
    }
  }
}

function isLongAscii(text: string): boolean {
  return text.length >= LONG_STRING_LENGTH && Buffer.byteLength(text, 'utf8') === text.length;
}

function put(root: object, path: Path, text: string): void {
  let node = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, unknown>;
  node[path.at(-1)!] = text;
}
