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

/** A claim that others still see after this time is the owner's: one that found others withdraws at once. */
const SETTLED_AFTER_MS = 1_000;

/** Processes that start together see each other and withdraw; random pauses let one of them through. */
const PAUSE_MS_MAX = 250;

const claimSchema = z.object({
  pid: z.int(),
  realm: z.string(),
  startedAt: z.string().nullable(),
  claimedAtMs: z.number(),
});

/** A process that says it uses the directory. */
type Claim = ProcessIdentity & { readonly claimedAtMs: number };

/**
 * Claims a directory for this process, creating it when needed.
 *
 * Each process announces itself in a file of its own and only then looks for others, so two can never both
 * find the directory free, and removing the file of a dead process can never remove a living one's. A claim
 * ends with its process, also after `kill -9`: the pid must run and have the recorded start time.
 * @throws DataDirLockedError within about a second when another process has the directory
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  await mkdir(dir, { recursive: true });
  const self = await identifySelf();
  for (;;) {
    const file = await announce(dir, { ...self, claimedAtMs: Date.now() });
    const other = await findOther(dir, file);
    if (!other) return holdClaim(file);
    await rm(file, { force: true });
    if (isSettled(other)) throw new DataDirLockedError(dir, other, other.isElsewhere);
    await setTimeout(Math.random() * PAUSE_MS_MAX);
  }
}

/** Writes the claim under another name first: nobody may read half of it. */
async function announce(dir: string, claim: Claim): Promise<string> {
  const file = join(dir, `process-${claim.pid}-${randomUUID()}.lock`);
  await writeFile(`${file}.new`, JSON.stringify(claim));
  await rename(`${file}.new`, file);
  return file;
}

/** A living process with another claim; claims of dead ones are removed on the way. */
async function findOther(dir: string, ownFile: string) {
  for (const name of await readdir(dir)) {
    const pid = CLAIM.exec(name)?.[1];
    const file = join(dir, name);
    if (pid === undefined || file === ownFile) continue;
    const claim = await readClaim(file, Number(pid));
    const state = await stateOfProcess(claim);
    if (state === 'running') return { ...claim, isElsewhere: false };
    if (state === 'unknown' && (await isFresh(file))) return { ...claim, isElsewhere: true };
    await rm(file, { force: true });
  }
  return undefined;
}

/** The claim in a file. One that cannot be read, after a power cut, is of an unknown place and time. */
async function readClaim(file: string, pid: number): Promise<Claim> {
  try {
    return claimSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { pid, realm: 'another machine', startedAt: null, claimedAtMs: 0 };
  }
}

async function isFresh(file: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs < STALE_AFTER_MS;
}

/** In both directions, since clocks are set back. */
function isSettled(claim: Claim): boolean {
  return Math.abs(Date.now() - claim.claimedAtMs) > SETTLED_AFTER_MS;
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
