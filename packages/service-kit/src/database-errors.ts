import { DrizzleQueryError } from 'drizzle-orm/errors';

/** The database cannot be reached; the same call may succeed later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * SQLSTATEs that mean the connection or the server is gone (PostgreSQL manual, appendix A): class 08
 * connection exceptions, class 53 lack of resources, 57P0x shutdown, crash and start-up.
 */
const UNAVAILABLE_SQLSTATE = /^(?:08...|53...|57P0[1-5])$/;

const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Texts of driver errors that carry no code (pg, pg-pool, PGlite). */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error)|Cannot use a pool after calling end|PGlite is clos)/;

/** Whether a failed database call failed because the database could not be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof DatabaseUnavailableError) return true;
    // Other clients fail with the same socket errors: only a query's own cause counts.
    if (each instanceof DrizzleQueryError) return causesOf(each.cause).some(isLostConnection);
  }
  return false;
}

/** Whether a database call failed because a row with the same unique value exists. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return causesOf(error).some(
    (each) =>
      sqlStateOf(each) === '23505' &&
      (constraint === undefined || ('constraint' in each && each.constraint === constraint)),
  );
}

/** The SQLSTATE or system code of a database driver's error. */
export function sqlStateOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isLostConnection(error: Error): boolean {
  const code = sqlStateOf(error);
  if (code !== undefined) return SOCKET_ERRORS.has(code) || UNAVAILABLE_SQLSTATE.test(code);
  return UNAVAILABLE_MESSAGE.test(error.message);
}

/** The error and its causes, outermost first; the members of an AggregateError follow it. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [error, ...inner.flatMap(causesOf)];
}
