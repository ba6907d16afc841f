import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';
import { describeErrorForLog, safeMessage } from './log-error.ts';
import { redact } from './log-redaction.ts';

export type { Logger } from 'pino';

/** How a service logs. */
export interface LoggerOptions {
  /** Which service writes, for example `liveness`. */
  readonly service: string;
  /** `info` by default. */
  readonly level?: string | undefined;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
}

/** Creates a JSON logger that leaves out private fields and the values that database errors quote. */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    formatters: { log: redact, level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => (error instanceof Error ? describeErrorForLog(error) : error) },
    hooks: {
      // pino takes a missing message from the error, quoted values included.
      logMethod(this: Logger, args: unknown[], method: (...args: unknown[]) => void): void {
        method.apply(this, withSafeMessage(args));
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  } as const;
  return redactChildren(destination ? pino(options, destination) : pino(options));
}

/** pino formats the fields of a log line, but not those that a child logger adds to all of its lines. */
function redactChildren(logger: Logger): Logger {
  const createChild: (fields: Bindings, options?: ChildLoggerOptions) => Logger = logger.child.bind(logger);
  return Object.assign(logger, {
    child: (fields: Bindings, options?: ChildLoggerOptions) =>
      redactChildren(createChild(redact(fields), options)),
  });
}

function withSafeMessage(args: readonly unknown[]): unknown[] {
  const [first, message, ...rest] = args;
  const error = first instanceof Error ? first : errorOf(first);
  if (!error) return [...args];
  const fields = first instanceof Error ? { err: first } : first;
  const safe = message === undefined || message === error.message ? safeMessage(error) : message;
  return [fields, safe, ...rest];
}

function errorOf(fields: unknown): Error | undefined {
  const isFields = typeof fields === 'object' && fields !== null && 'err' in fields;
  return isFields && fields.err instanceof Error ? fields.err : undefined;
}
