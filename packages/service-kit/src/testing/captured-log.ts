import { createLogger, type Logger } from '../logger.ts';

/** A logger whose lines a test can read. */
export interface CapturedLog {
  readonly logger: Logger;
  /** Everything logged so far, as it would have been written. */
  text(): string;
  /** The same, parsed line by line. */
  lines(): Record<string, unknown>[];
}

/** Creates a logger that writes into memory, from `debug` on. */
export function captureLog(): CapturedLog {
  let text = '';
  const destination = {
    write(line: string) {
      text += line;
    },
  };
  return {
    logger: createLogger({ service: 'test', level: 'debug', destination }),
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}
