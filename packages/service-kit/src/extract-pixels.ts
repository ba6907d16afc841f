import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  type Extracted,
  extractLongStrings,
  LONG_STRING_LENGTH,
  type Span,
  stringsOf,
} from './long-strings.ts';
import { JsonSyntaxError, parseJson } from './parse-json.ts';

/** The key of nearly all bytes of a large body: pictures in base64. */
const KEY = 'pixels';

/** After this many strings the rest is left as it is: it is no body of pictures, and parsing is quicker at short strings. */
const STRINGS_MAX = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BETWEEN_KEY_AND_VALUE = /^[ \t\r\n]*:[ \t\r\n]*$/;

/** Stands for a picture while the rest is parsed; no sender can know it. */
const TOKEN = `${randomUUID()}:`;

/**
 * Parses UTF-8 JSON and moves its long ASCII strings out, like {@link extractLongStrings}. Pictures never become strings
 * here: they are cut out of the bytes and only the rest is parsed, which takes a fiftieth of the time. What they hold is
 * not looked at: whoever decodes them refuses what is no base64.
 * @throws JsonSyntaxError as {@link parseJson} does
 */
export function parseAndExtract(body: Buffer<ArrayBuffer>): Extracted {
  const { rest, spans } = cutPictures(body);
  if (spans.length === 0) return extractLongStrings(parseJson(body));
  const root = { value: parseRest(rest, body) };
  const found = [...stringsOf(root)].filter(({ text }) => text.startsWith(TOKEN));
  const places = found.map(({ path, text }) => ({ path, ...spans[Number(text.slice(TOKEN.length))]! }));
  return { root, places, bytes: body };
}

/** The sender shall learn what is wrong with what it sent, not with what is left of it. */
function parseRest(rest: Buffer, body: Buffer): unknown {
  try {
    return parseJson(rest);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return parseJson(body);
  }
}

/** Replaces each long value of the key by a token; a string in the place of a string changes no other. */
function cutPictures(body: Buffer): { rest: Buffer; spans: Span[] } {
  const pieces: Buffer[] = [];
  const spans: Span[] = [];
  let keptFrom = 0;
  let last = { open: 0, close: 0 };
  let strings = 0;
  for (let open = body.indexOf(QUOTE); open >= 0; open = body.indexOf(QUOTE, last.close + 1)) {
    strings += 1;
    if (strings > STRINGS_MAX) break;
    const close = closingQuote(body, open);
    if (close < 0) break;
    const byteLength = close - open - 1;
    if (
      byteLength >= LONG_STRING_LENGTH &&
      isKey(body, last, open) &&
      isPlain(body.subarray(open + 1, close))
    ) {
      pieces.push(body.subarray(keptFrom, open + 1), Buffer.from(`${TOKEN}${spans.length}`));
      spans.push({ start: open + 1, byteLength });
      keptFrom = close;
    }
    last = { open, close };
  }
  return { rest: Buffer.concat([...pieces, body.subarray(keptFrom)]), spans };
}

/** Whether the string before is the key of the one that opens here. */
function isKey(body: Buffer, { open, close }: { open: number; close: number }, next: number): boolean {
  return (
    next - close < 32 &&
    close - open - 1 === KEY.length &&
    body.toString('latin1', open + 1, close) === KEY &&
    BETWEEN_KEY_AND_VALUE.test(body.toString('latin1', close + 1, next))
  );
}

function isPlain(text: Buffer): boolean {
  return isAscii(text) && !text.includes(BACKSLASH);
}

/** Where the string ends that begins at `open`; -1 when it does not. */
function closingQuote(body: Buffer, open: number): number {
  for (let at = body.indexOf(QUOTE, open + 1); at >= 0; at = body.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (body[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}
