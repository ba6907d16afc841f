import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@vivant/service-kit/database';
import { checks } from '../checks/checks-table.ts';
import { creditEntries } from '../credits/credit-entries-table.ts';
import { testFrames } from './fast-check-request.ts';
import { type Replica, type ReplicaOptions, startReplica } from './replica.ts';
import { openMigrated } from './test-service.ts';

const API_KEY = 'sk-key-of-the-cluster-tests';
const CREDITS = 100_000;

/** Two API processes that share a PostgreSQL and a Redis, and what a test reads of them. */
export interface Cluster {
  readonly database: Database;
  readonly replicas: Replica[];
  /** Starts one more replica, or the one that takes a killed one's place. */
  addReplica(): Promise<Replica>;
  /** Sends a request to a replica as a client does, over the network. */
  send(replica: Replica, request: ClusterRequest): Promise<ClusterAnswer>;
  /** Inferences of all replicas by the tag of {@link taggedFrames}. */
  inferencesOf(tag: number): number;
  /** Sessions with a stored verdict. */
  storedSessions(): Promise<string[]>;
  /** Credits that checks took so far. */
  creditsTaken(): Promise<number>;
  close(): Promise<void>;
}

/** A request to the API; the key is added. */
export interface ClusterRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a client sees of an answer. */
export interface ClusterAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** A cluster's stores, and how its replicas are started. */
export interface ClusterOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly judgingMs?: ReplicaOptions['judgingMs'];
}

const TAG_MS = 1_000_000;

/** Ten frames whose times carry a number, by which inferences are counted. */
export const taggedFrames = (tag: number) => testFrames(10, tag * TAG_MS);

/** A fast check of a new session. */
export const fastCheck = (
  tag: number,
  sessionId: string = randomUUID(),
): ClusterRequest & { sessionId: string } => ({
  sessionId,
  path: '/api/v1/fast-check',
  body: { session_id: sessionId, frames: taggedFrames(tag) },
});

/** Starts two replicas with an organization that has plenty of credits. */
export async function startCluster({
  databaseUrl,
  redisUrl,
  env,
  judgingMs,
}: ClusterOptions): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-cluster-'));
  const database = await openMigrated({ url: databaseUrl, dataDir, remove: async () => undefined });
  const replicas: Replica[] = [];
  async function addReplica(): Promise<Replica> {
    const replica = await startReplica({
      ...(judgingMs !== undefined && { judgingMs }),
      env: {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        DATA_DIR: join(dataDir, `replica-${replicas.length}`),
        BOOTSTRAP_API_KEY: API_KEY,
        BOOTSTRAP_CREDITS: String(CREDITS),
        RATE_LIMIT_CHECK: '100000',
        ...env,
      },
    });
    replicas.push(replica);
    return replica;
  }
  await addReplica();
  await addReplica();
  return {
    database,
    replicas,
    addReplica,
    send: sendRequest,
    inferencesOf: (tag) =>
      replicas.flatMap((replica) => replica.judged()).filter((judged) => judged === String(tag * TAG_MS))
        .length,
    async storedSessions() {
      const rows = await database.db.select({ sessionId: checks.sessionId }).from(checks);
      return rows.map(({ sessionId }) => sessionId);
    },
    async creditsTaken() {
      const rows = await database.db.select().from(creditEntries);
      return CREDITS - rows.reduce((sum, { amount }) => sum + amount, 0);
    },
    async close() {
      for (const replica of replicas) replica.process.signal('SIGTERM');
      await Promise.all(replicas.map((replica) => replica.process.ended));
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function sendRequest(
  { url }: Replica,
  { path, method, body, headers }: ClusterRequest,
): Promise<ClusterAnswer> {
  const answer = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-api-key': API_KEY,
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
