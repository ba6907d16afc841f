/** Deeper than any request of ours and far from what exhausts the stack of a recursive schema. */
const DEPTH_MAX = 64;

/** Text that is no acceptable JSON; the message is for the sender and quotes nothing of it. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/**
 * Parses UTF-8 JSON. Keys named `__proto__` are dropped, so that no later copy can change a prototype.
 * @throws JsonSyntaxError when the text is not JSON or nested deeper than 64 levels
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parse(bytes);
  if (isContainer(value)) dropPrototypeKeys(value);
  return value;
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    // V8 quotes the text in its message; only the position may leave this function.
    const position = error instanceof SyntaxError && /at position (\d+)/.exec(error.message)?.[1];
    throw new JsonSyntaxError(
      position ? `The body is not valid JSON (at character ${position}).` : 'The body is not valid JSON.',
    );
  }
}

type Container = Record<string, unknown> | unknown[];

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Walks level by level, since recursion is what a hostile nesting would exhaust. */
function dropPrototypeKeys(root: Container): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) throw new JsonSyntaxError(`The body is nested deeper than ${DEPTH_MAX} levels.`);
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(container: Container): Container[] {
  if (Array.isArray(container)) return container.filter(isContainer);
  if (Object.hasOwn(container, '__proto__')) delete container['__proto__'];
  return Object.values(container).filter(isContainer);
}
