import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that one test owns, to end and start again at the same address. */
export interface OwnServer {
  readonly url: string;
  /** Starts it and waits until it answers. */
  start(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Ends it and deletes what it kept. */
  remove(): Promise<void>;
}

/** How to run a server: the command for a port and a folder of its own. */
interface ServerKind {
  readonly folderPrefix: string;
  /** Who runs it, where that must not be root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  prepare?(folder: string): void;
  command(port: number, folder: string): readonly [file: string, ...args: string[]];
  url(port: number): string;
  /** Whether it serves requests, beyond accepting connections. */
  answers(port: number): boolean;
}

const POLL_MS = 50;
const POLLS_MAX = 400;

/** A Redis that keeps nothing on disk; undefined when `redis-server` is not installed. */
export async function ownRedis(): Promise<OwnServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return missing('redis-server');
  return ownServer({
    folderPrefix: 'vivant-redis-',
    command: (port, folder) => [
      'redis-server',
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ],
    url: (port) => `redis://127.0.0.1:${port}`,
    answers: (port) =>
      spawnSync('redis-cli', ['-p', String(port), 'ping'])
        .stdout.toString()
        .trim() === 'PONG',
  });
}

/** A PostgreSQL with an empty database; undefined when it is not installed. It survives `kill` as a crash. */
export async function ownPostgres(): Promise<OwnServer | undefined> {
  const bin = await postgresBin();
  if (!bin) return missing('postgresql');
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  return ownServer({
    folderPrefix: 'vivant-postgres-',
    user,
    prepare(folder) {
      const made = spawnSync(
        join(bin, 'initdb'),
        ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync'],
        { ...user },
      );
      if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`);
    },
    command: (port, folder) => [
      join(bin, 'postgres'),
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    answers: (port) =>
      spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0,
  });
}

async function ownServer(kind: ServerKind): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), kind.folderPrefix));
  if (kind.user) await chown(folder, kind.user.uid, kind.user.gid);
  kind.prepare?.(folder);
  const port = await freePort();
  let child: ChildProcess | undefined;
  async function kill(): Promise<void> {
    if (!child) return;
    const closed = once(child, 'close');
    // A whole group: PostgreSQL is several processes.
    process.kill(-child.pid!, 'SIGKILL');
    child = undefined;
    await closed;
  }
  return {
    url: kind.url(port),
    async start() {
      const [file, ...args] = kind.command(port, folder);
      child = spawn(file, args, { stdio: 'ignore', detached: true, ...kind.user });
      for (let poll = 0; !kind.answers(port); poll++) {
        if (poll === POLLS_MAX) throw new Error(`${file} does not answer`);
        await delay(POLL_MS);
      }
    },
    kill,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Debian keeps the server's programs out of the path, in a folder for each version. */
async function postgresBin(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest && join('/usr/lib/postgresql', newest, 'bin');
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, user]).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
}

function missing(what: string): undefined {
  if (process.env.CI === 'true') throw new Error(`${what} is not installed`);
  process.stderr.write(`${what} is not installed; its suites are skipped.\n`);
  return undefined;
}
