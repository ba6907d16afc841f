import { once } from 'node:events';
import { connect } from 'node:net';

const DEFAULT_URL = 'redis://127.0.0.1:6379';

/** The Redis server that tests may use. */
export interface TestRedis {
  readonly url: string;
  /** Why it cannot be used here; give it to `describe.skipIf`. */
  readonly unavailable: string | undefined;
}

/**
 * Redis at `TEST_REDIS_URL` or on this machine.
 * @throws Error when it does not answer and `CI` is `true`: nothing may be skipped there
 */
export async function testRedis(): Promise<TestRedis> {
  const url = process.env.TEST_REDIS_URL ?? DEFAULT_URL;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  const isReachable = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  const unavailable = isReachable ? undefined : `Redis at ${hostname} does not answer`;
  if (unavailable !== undefined && process.env.CI === 'true') throw new Error(unavailable);
  if (unavailable !== undefined) process.stderr.write(`${unavailable}; its suites are skipped.\n`);
  return { url, unavailable };
}
