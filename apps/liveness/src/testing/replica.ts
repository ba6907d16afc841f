import { runModule, type TestProcess } from '@vivant/service-kit/testing/child-process';
import { TEST_SECRETS } from './test-service.ts';

/** An API process of its own, over a scripted engine. */
export interface Replica {
  readonly url: string;
  readonly process: TestProcess;
  /** Sessions that reached its engine, in order; a session judged twice is there twice. */
  judged(): string[];
}

/** How a replica is started. */
export interface ReplicaOptions {
  /** Variables of its environment besides the secrets of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** How long the engine takes for a check. */
  readonly judgingMs?: number;
}

/** Starts a replica; it is ready when this resolves. */
export async function startReplica({ env, judgingMs = 0 }: ReplicaOptions): Promise<Replica> {
  const settings = { LIVENESS_PORT: '0', SERVICES: 'liveness', LOG_LEVEL: 'silent', ...TEST_SECRETS, ...env };
  const child = runModule(`
    import { setTimeout as delay } from 'node:timers/promises';
    import { createScriptedEngine } from '@vivant/engine/testing/scripted-engine';
    import { createLogger } from '@vivant/service-kit/logger';
    import { readLivenessConfig } from '@vivant/liveness/config';
    import { startLiveness } from '@vivant/liveness/start';
    import { TEST_MANIFESTS } from '@vivant/liveness/testing/test-service';
    const scripted = createScriptedEngine();
    const engine = {
      start: scripted.start,
      stop: scripted.stop,
      queueLength: 0,
      get ready() { return scripted.ready; },
      async check(request, signal) {
        console.log('judging ' + request.frames[0].timestampMs);
        await delay(${judgingMs});
        return scripted.check(request, signal);
      },
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const judging = { engine, manifests: TEST_MANIFESTS };
    const running = await startLiveness(readLivenessConfig(${JSON.stringify(settings)}), { logger, judging });
    process.on('SIGTERM', () => running.stop().then(() => process.exit(0)));
    console.log('ready ' + running.url);
  `);
  return {
    url: await child.wordAfter('ready '),
    process: child,
    judged: () =>
      child
        .output()
        .split('\n')
        .flatMap((line) => (line.startsWith('judging ') ? [line.slice('judging '.length)] : [])),
  };
}
