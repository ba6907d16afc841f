import { TimeoutError } from './errors.ts';

/** The limits of one attempt: the caller's signal and a time. */
export interface Deadline {
  /** Aborted by whichever comes first. */
  readonly signal: AbortSignal;
  /** Lets the time begin anew. */
  renew(): void;
  /** Lets go of timer and listener. */
  clear(): void;
}

/** A controller that another signal may abort too. */
export interface LinkedController {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** Lets go of the other signal. */
  readonly unlink: () => void;
}

/** Makes a controller that follows a signal: `AbortSignal.any`, which browsers that we serve lack. */
export function linkController(outer: AbortSignal | undefined): LinkedController {
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => outer?.removeEventListener('abort', onAbort),
  };
}

/** Starts a deadline. The signal's reason is the caller's, or a {@link TimeoutError}. */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const { signal, abort, unlink } = linkController(outer);
  const expire = () => abort(new TimeoutError(timeoutMs));
  let timer = setTimeout(expire, timeoutMs);
  return {
    signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(expire, timeoutMs);
    },
    clear() {
      clearTimeout(timer);
      unlink();
    },
  };
}
