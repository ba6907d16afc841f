/** A place inside a JSON value: object keys and array positions from the root. */
type Path = readonly string[];

/** A JSON value whose long ASCII strings were moved out into one buffer. */
export interface Extracted {
  /** Under `value`, the JSON value with an empty string where a long one was. */
  readonly root: { readonly value: unknown };
  /** Where each long string belongs and how many bytes it has, in the order of the bytes. */
  readonly places: readonly { readonly path: Path; readonly byteLength: number }[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface LongString {
  readonly path: Path;
  readonly text: string;
}

/** From this length on, a string is moved rather than cloned. */
const LONG_STRING_LENGTH = 16 * 1024;

/** Bytes restored before the event loop gets its turn: about a millisecond of work. */
const RESTORED_BYTES_PER_TURN = 2 * 1024 * 1024;

/** Moves the long ASCII strings of a JSON value into one transferable buffer; the value loses them. */
export function extractLongStrings(value: unknown): Extracted {
  const root = { value };
  const found = takeLongStrings(root);
  const bytes = Buffer.allocUnsafeSlow(found.reduce((total, { text }) => total + text.length, 0));
  let offset = 0;
  const places = found.map(({ path, text }) => {
    offset += bytes.write(text, offset, 'latin1');
    return { path, byteLength: text.length };
  });
  return { root, places, bytes };
}

/** Puts the strings back, giving way to the event loop; the inverse of {@link extractLongStrings}. */
export async function restoreLongStrings({ root, places, bytes }: Extracted): Promise<unknown> {
  const view = Buffer.from(bytes.buffer);
  let offset = 0;
  let turnStart = 0;
  for (const { path, byteLength } of places) {
    put(root, path, view.toString('latin1', offset, offset + byteLength));
    offset += byteLength;
    if (offset - turnStart >= RESTORED_BYTES_PER_TURN) {
      turnStart = offset;
      await new Promise(setImmediate);
    }
  }
  return root.value;
}

function takeLongStrings(root: object): LongString[] {
  const found: LongString[] = [];
  const open: { node: Record<string, unknown>; path: Path }[] = [{ node: root as never, path: [] }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { node, path } = item;
    for (const key of Object.keys(node)) {
      const child = node[key];
      if (typeof child === 'string') {
        if (!isLongAscii(child)) continue;
        found.push({ path: [...path, key], text: child });
        node[key] = '';
      } else if (typeof child === 'object' && child !== null) {
        open.push({ node: child as Record<string, unknown>, path: [...path, key] });
      }
    }
  }
  return found;
}

function isLongAscii(text: string): boolean {
  return text.length >= LONG_STRING_LENGTH && Buffer.byteLength(text, 'utf8') === text.length;
}

function put(root: object, path: Path, text: string): void {
  let node = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, unknown>;
  node[path.at(-1)!] = text;
}
