/** What the client takes from the machine it runs on; tests bring their own. */
export interface Runtime {
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** A number of 0 to 1, for jitter. */
  readonly random: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** Resolves after the given milliseconds; rejects with the reason of the signal as soon as that is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The machine as it is. */
export const systemRuntime: Runtime = { now: Date.now, random: Math.random, newId: randomUuid, pause };

/** `crypto.randomUUID` is missing in pages that were loaded over plain HTTP; `getRandomValues` is not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4 and variant 10 of RFC 9562, section 5.4.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
      // Timers round down, and nobody shall come back too early.
    }, milliseconds + 1);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
