import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirLockedError, lockDataDir } from './data-dir.ts';
import { runModule, type TestProcess } from './testing/child-process.ts';

let dir: string;
let children: TestProcess[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vivant-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.signal('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  await rm(dir, { recursive: true });
});

/** A process that tries to lock the directory, says how that went, and stays. */
function startOwner(): TestProcess {
  const child = runModule(`
    import { lockDataDir } from '@vivant/service-kit/data-dir';
    await lockDataDir(${JSON.stringify(dir)}).then(
      () => console.log('tried: owner'),
      (error) => console.log('tried:', error.name, error.message),
    );
    setInterval(() => {}, 1_000);
  `);
  children.push(child);
  return child;
}

async function claimFile(): Promise<string> {
  const [name] = (await readdir(dir)).filter((each) => each.endsWith('.lock'));
  return join(dir, name!);
}

/** Leaves a claim as another process would have, and makes it look `ageS` seconds old. */
async function leaveClaim(change: object | string, ageS = 0): Promise<void> {
  const own = await lockDataDir(dir);
  const claim = JSON.parse(await readFile(await claimFile(), 'utf8'));
  await own.release();
  const file = join(dir, 'process-4711-left.lock');
  await writeFile(file, typeof change === 'string' ? change : JSON.stringify({ ...claim, ...change }));
  const time = Date.now() / 1000 - ageS;
  await utimes(file, time, time);
}

describe('a data directory', () => {
  it('is refused to a second process, which learns the pid of the first', async () => {
    const owner = startOwner();
    await owner.line('tried: owner');

    const refused: unknown = await lockDataDir(dir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DataDirLockedError);
    expect(refused).toMatchObject({
      pid: owner.pid,
      message: `The data directory ${dir} is in use by process ${owner.pid}`,
    });
  });

  it('is refused to a second part of the same process', async () => {
    const lock = await lockDataDir(dir);

    await expect(lockDataDir(dir)).rejects.toThrow(`in use by process ${process.pid}`);
    await lock.release();
  });

  it('is free at once after kill -9', async () => {
    const owner = startOwner();
    await owner.line('tried: owner');
    owner.signal('SIGKILL');
    await owner.ended;

    const lock = await lockDataDir(dir);
    expect(await readdir(dir)).toHaveLength(1);
    await lock.release();
  });

  it('is free after its release, however often that is asked for', async () => {
    const lock = await lockDataDir(dir);
    await lock.release();
    await lock.release();

    expect(await readdir(dir)).toEqual([]);
    await (await lockDataDir(dir)).release();
  });

  it('is made when it is not there', async () => {
    const lock = await lockDataDir(join(dir, 'a', 'b'));

    expect(await readdir(join(dir, 'a', 'b'))).toHaveLength(1);
    await lock.release();
  });

  it('goes to one process at most when several start together', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => startOwner().line('tried:')));

    expect(results.filter((line) => line === 'tried: owner')).toHaveLength(1);
    expect(results.filter((line) => line.startsWith('tried: DataDirLockedError'))).toHaveLength(3);
  });

  it('is free when another process has the pid of the one that locked it', async () => {
    await leaveClaim({ startedAt: '1' });

    await (await lockDataDir(dir)).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is refused while a process of another container shows signs of life', async () => {
    await leaveClaim({ realm: 'other-host/x/y', pid: 1 }, 10);

    await expect(lockDataDir(dir)).rejects.toThrow(/in use by process 1 on other-host\. .* free 20 s after/);
  });

  it('is free when a process of another container has been silent', async () => {
    await leaveClaim({ realm: 'other-host/x/y', pid: 1 }, 21);

    const lock = await lockDataDir(dir);
    expect(await readdir(dir)).toHaveLength(1);
    await lock.release();
  });

  it('is refused because of a fresh claim that cannot be read, and free when it is old', async () => {
    await leaveClaim('{"pid":');
    await expect(lockDataDir(dir)).rejects.toThrow('in use by process 4711 on another machine');

    await rm(join(dir, 'process-4711-left.lock'));
    await leaveClaim('{"pid":', 21);
    await (await lockDataDir(dir)).release();
  });
});
