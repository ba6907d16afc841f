/** The part of a writable stream that progress needs; `process.stderr` is one. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how far a long run is. */
export interface Progress {
  /** Shows the line, unless the last one is too recent. */
  show(line: string): void;
  /** Removes the line, so that other output starts on a clean one. */
  clear(): void;
}

/** A terminal's line is rewritten at most twice a second; a log gets a new line every ten seconds. */
const TERMINAL_INTERVAL_MS = 500;
const LOG_INTERVAL_MS = 10_000;
const ERASE_LINE = '\r\u001B[2K';

/** Creates a progress display on a stream. @param now monotonic clock in milliseconds */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const isTerminal = stream.isTTY === true;
  const intervalMs = isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let shownAtMs = -Infinity;
  return {
    show(line) {
      if (now() - shownAtMs < intervalMs) return;
      shownAtMs = now();
      stream.write(isTerminal ? ERASE_LINE + line : `${line}\n`);
    },
    clear() {
      if (isTerminal && shownAtMs > -Infinity) stream.write(ERASE_LINE);
    },
  };
}
