import { afterEach, expect, it } from 'vitest';
import { runModule, type TestProcess } from './testing/child-process.ts';

let child: TestProcess | undefined;

afterEach(() => child?.signal('SIGKILL'));

/** A process with the given parts; `part(name, {start, stop})` prints what it does. */
function run(parts: string, options = ''): TestProcess {
  child = runModule(`
    import { createLogger } from '@vivant/service-kit/logger';
    import { runUntilSignal } from '@vivant/service-kit/lifecycle';
    const logger = createLogger({ service: 'test', level: 'fatal' });
    const never = () => new Promise(() => {});
    const fail = async () => { throw new Error('no'); };
    const part = (name, { start, stop } = {}) => ({
      name,
      start: async () => { console.log('start', name); await start?.(); },
      stop: async () => { console.log('stop', name); await stop?.(); },
    });
    const ready = { name: 'ready', start: async () => console.log('ready') };
    try {
      await runUntilSignal([${parts}], { logger, ${options} });
      console.log('returned');
    } catch (error) {
      console.log('rejected', error.message);
    }
  `);
  return child;
}

const linesOf = (process: TestProcess) => process.output().trim().split('\n');

it.each(['SIGTERM', 'SIGINT'] as const)(
  'starts in order and stops in reverse order on %s',
  async (signal) => {
    const process = run(`part('a'), part('b'), ready`);
    await process.line('ready');
    process.signal(signal);

    expect(await process.ended).toBe(0);
    expect(linesOf(process)).toEqual(['start a', 'start b', 'ready', 'stop b', 'stop a', 'returned']);
  },
);

it('stops what it started when a part does not start', async () => {
  const process = run(`part('a'), part('b', { start: fail }), part('c')`);

  expect(await process.ended).toBe(0);
  expect(linesOf(process)).toEqual(['start a', 'start b', 'stop a', 'rejected no']);
});

it('starts nothing more after a signal', async () => {
  const process = run(
    `part('a', { start: () => new Promise((go) => globalThis.process.once('SIGTERM', go)) }), part('b')`,
  );
  await process.line('start a');
  process.signal('SIGTERM');

  expect(await process.ended).toBe(0);
  expect(linesOf(process)).toEqual(['start a', 'stop a', 'returned']);
});

it('stops the other parts when one fails to stop, and says so with its exit code', async () => {
  const process = run(`part('a'), part('b', { stop: fail }), ready`);
  await process.line('ready');
  process.signal('SIGTERM');

  expect(await process.ended).toBe(1);
  expect(linesOf(process)).toEqual(['start a', 'start b', 'ready', 'stop b', 'stop a', 'returned']);
});

it('exits at a second signal', async () => {
  const process = run(`part('a', { stop: never }), ready`);
  await process.line('ready');
  process.signal('SIGTERM');
  await process.line('stop a');
  process.signal('SIGINT');

  expect(await process.ended).toBe(130);
});

it('exits when the parts do not stop in time', async () => {
  const process = run(`part('a', { stop: never }), ready`, 'stopTimeoutMs: 50');
  await process.line('ready');
  process.signal('SIGTERM');

  expect(await process.ended).toBe(1);
  expect(process.output()).toContain('"part":"a"');
});
