import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** Names one process for all time, as far as the system tells. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Where `pid` means something: host, boot and process namespace. */
  readonly realm: string;
  /** When the process started, in a form of the system's own; tells it from a later one with its pid. */
  readonly startedAt: string | null;
}

const run = promisify(execFile);

/** What the system knows about a running pid. */
interface ProcessFacts {
  readonly startedAt: string;
  /** Ended, but not yet collected by its parent. */
  readonly isZombie: boolean;
}

/** The identity of this process. */
export async function identifySelf(): Promise<ProcessIdentity> {
  const { pid } = process;
  const facts = await factsOf(pid);
  return { pid, realm: await currentRealm(), startedAt: facts?.startedAt ?? null };
}

/** Whether a process runs; `unknown` when it belongs to another machine or container. */
export async function stateOfProcess(identity: ProcessIdentity): Promise<'running' | 'gone' | 'unknown'> {
  if (identity.realm !== (await currentRealm())) return 'unknown';
  if (!isPidInUse(identity.pid)) return 'gone';
  const facts = await factsOf(identity.pid);
  if (!facts) return 'running';
  const isAnother = identity.startedAt !== null && identity.startedAt !== facts.startedAt;
  return facts.isZombie || isAnother ? 'gone' : 'running';
}

async function currentRealm(): Promise<string> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const pidNamespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), bootId.trim(), pidNamespace].join('/');
}

function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** From `/proc` on Linux, from `ps` elsewhere; nothing where neither answers. */
async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) return parseStat(stat);
  const listed = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => undefined);
  const [state, ...start] = listed?.stdout.trim().split(/\s+/) ?? [];
  return state ? { startedAt: start.join(' '), isZombie: state.startsWith('Z') } : undefined;
}

/** Fields 3 and 22 of `/proc/pid/stat` (proc(5)), counted after the name, which may hold anything. */
export function parseStat(stat: string): ProcessFacts {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { startedAt: afterName[19] ?? '', isZombie: afterName[0] === 'Z' };
}
