import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from './config.ts';
import type { FromServer, ServerOptions, ToServer } from './server-messages.ts';

type Report = Extract<FromServer, { kind: 'report' }>;

/** The service in another process, as the bench sees it. */
export interface BenchServer {
  readonly url: string;
  /** From the call of the start function to the first answer it can give. */
  readonly startMs: number;
  reset(): void;
  report(): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts the service on a free port. */
export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const script = fileURLToPath(new URL('./server-process.js', import.meta.url));
  const child = fork(script, [JSON.stringify(options)], { env: serverEnvironment() });
  const ready = await nextMessage(child, 'ready');
  const send = (message: ToServer) => child.send(message);
  return {
    url: ready.url,
    startMs: ready.startMs,
    reset: () => send({ kind: 'reset' }),
    report() {
      send({ kind: 'report' });
      return nextMessage(child, 'report');
    },
    async stop() {
      const exit = once(child, 'exit');
      send({ kind: 'stop' });
      await exit;
    },
  };
}

function nextMessage<K extends FromServer['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the server process ended'));
    child.once('exit', onExit);
    child.on('message', function listen(message: FromServer) {
      if (message.kind !== kind) return;
      child.off('message', listen).off('exit', onExit);
      resolve(message as Extract<FromServer, { kind: K }>);
    });
  });
}
