import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { identifySelf, type ProcessIdentity, stateOfProcess } from './process-identity.ts';

/** A data directory that belongs to this process. */
export interface DataDirLock {
  /** Gives the directory back. Idempotent. */
  release(): Promise<void>;
}

/** Another process uses the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
  readonly pid: number;

  constructor(dir: string, owner: ProcessIdentity, isElsewhere: boolean) {
    const place = isElsewhere
      ? ` on ${owner.realm.split('/', 1)[0]}. If that one is gone, the directory is free ${STALE_AFTER_MS / 1000} s after it ended`
      : '';
    super(`The data directory ${dir} is in use by process ${owner.pid}${place}`);
    this.pid = owner.pid;
  }
}

const CLAIM = /^process-(\d+)-[\w-]+\.lock$/;
const HEARTBEAT_MS = 5_000;

/** Silence after which a process that cannot be looked at, for example in another container, is gone. */
const STALE_AFTER_MS = 20_000;

/** Two processes that start at the same moment see each other and step back; one of them gets through. */
const ATTEMPTS = 5;
const RETRY_MS_MAX = 150;

const claimSchema = z.object({ pid: z.int(), realm: z.string(), startedAt: z.string().nullable() });

/**
 * Claims a directory for this process, creating it when needed.
 *
 * Each process announces itself in a file of its own and only then looks for others, so two can never both
 * find the directory free, and removing the file of a dead process can never remove a living one's. A claim
 * ends with its process, also after `kill -9`: the pid must run and have the recorded start time.
 * @throws DataDirLockedError at once when another process has the directory
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  await mkdir(dir, { recursive: true });
  const self = await identifySelf();
  for (let attempt = 1; ; attempt += 1) {
    const file = await announce(dir, self);
    const other = await findOtherOwner(dir, file);
    if (!other) return holdClaim(file);
    await rm(file, { force: true });
    if (attempt === ATTEMPTS) throw other;
    await setTimeout(Math.random() * RETRY_MS_MAX);
  }
}

/** Writes the claim under another name first: nobody may read half of it. */
async function announce(dir: string, self: ProcessIdentity): Promise<string> {
  const file = join(dir, `process-${self.pid}-${randomUUID()}.lock`);
  await writeFile(`${file}.new`, JSON.stringify(self));
  await rename(`${file}.new`, file);
  return file;
}

async function findOtherOwner(dir: string, ownFile: string): Promise<DataDirLockedError | undefined> {
  for (const name of await readdir(dir)) {
    const pid = CLAIM.exec(name)?.[1];
    const file = join(dir, name);
    if (pid === undefined || file === ownFile) continue;
    const owner = await readClaim(file, Number(pid));
    const state = await stateOfProcess(owner);
    if (state === 'running') return new DataDirLockedError(dir, owner, false);
    if (state === 'unknown' && (await isFresh(file))) return new DataDirLockedError(dir, owner, true);
    await rm(file, { force: true });
  }
  return undefined;
}

/** The owner of a claim. A claim that cannot be read, after a power cut, is one of an unknown place. */
async function readClaim(file: string, pid: number): Promise<ProcessIdentity> {
  try {
    return claimSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { pid, realm: 'another machine', startedAt: null };
  }
}

async function isFresh(file: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs < STALE_AFTER_MS;
}

function holdClaim(file: string): DataDirLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A heartbeat that fails matters to other machines only, and the next one is near.
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      await rm(file, { force: true });
    },
  };
}
