import { DrizzleQueryError } from 'drizzle-orm/errors';
import { sqlStateOf } from './database-errors.ts';

/** An error as it appears in the log. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** SQL with placeholders. */
  readonly query?: string;
  readonly constraint?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

const CAUSES_MAX = 5;

/** Describes an error and its causes without the query parameters and values that database errors quote. */
export function describeErrorForLog(error: Error, causesLeft = CAUSES_MAX): LoggedError {
  const code = sqlStateOf(error);
  return {
    type: error.constructor.name,
    message: safeMessage(error),
    ...(code !== undefined && { code }),
    ...(error instanceof DrizzleQueryError && { query: error.query }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    stack: framesOf(error),
    ...(error.cause instanceof Error &&
      causesLeft > 0 && { cause: describeErrorForLog(error.cause, causesLeft - 1) }),
  };
}

/** The message of an error when it cannot hold a value from a query, otherwise a substitute. */
export function safeMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'A database query failed';
  // PostgreSQL names its errors' severity; the texts of classes 22 and 23 quote the offending value.
  if ('severity' in error) return `Database error ${sqlStateOf(error) ?? 'without a code'}`;
  return error.message;
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
