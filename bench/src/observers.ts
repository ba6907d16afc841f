import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from './config.ts';

/** What observers saw since the last report. */
export interface Sight {
  /** Streams that are open. */
  readonly open: number;
  readonly events: number;
  readonly verdicts: number;
  /** From the time that an event says to its arrival, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Clients of event streams, in a process of their own. */
export interface Observers {
  report(): Promise<Sight>;
  stop(): Promise<void>;
}

/** Opens a stream at each address; resolves when all are open. */
export async function startObservers(urls: readonly string[]): Promise<Observers> {
  const script = fileURLToPath(new URL('./observers-process.js', import.meta.url));
  const child = fork(script, [], { env: serverEnvironment() });
  const next = async () => (await once(child, 'message'))[0] as Sight;
  child.send(urls);
  await next();
  return {
    report() {
      child.send('report');
      return next();
    },
    async stop() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
