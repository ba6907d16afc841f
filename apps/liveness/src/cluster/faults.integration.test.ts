import { type OwnServer, ownPostgres, ownRedis } from '@vivant/service-kit/testing/own-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, type ClusterAnswer, fastCheck, startCluster } from '../testing/cluster.ts';

const redis = await ownRedis();
const postgres = await ownPostgres();

/** What a fault may cost at most, and how often to look. */
const RECOVERY = { timeout: 10_000, interval: 100 };

describe.skipIf(!redis || !postgres)('under load', () => {
  let cluster: Cluster;
  let nextTag = 1;

  beforeAll(async () => {
    await Promise.all([(redis as OwnServer).start(), (postgres as OwnServer).start()]);
    cluster = await startCluster({ databaseUrl: postgres!.url, redisUrl: redis!.url, judgingMs: 50 });
  });
  afterAll(async () => {
    await cluster.close();
    await redis!.remove();
    await postgres!.remove();
  });

  /** Sends new sessions to every replica, ten at a time, until told to stop; keeps what was answered. */
  function startLoad(replicas = cluster.replicas.slice(0, 2)) {
    const answers: (ClusterAnswer & { readonly sessionId: string; readonly tag: number })[] = [];
    const failures: unknown[] = [];
    const end = new AbortController();
    const client = async (at: number): Promise<void> => {
      while (!end.signal.aborted) {
        const tag = nextTag++;
        const request = fastCheck(tag);
        try {
          const answer = await cluster.send(replicas[at % replicas.length]!, request);
          answers.push({ ...answer, sessionId: request.sessionId, tag });
          if (answer.status === 503) await new Promise((resume) => setTimeout(resume, 50));
        } catch (error) {
          failures.push(error);
          await new Promise((resume) => setTimeout(resume, 50));
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 10 }, (_, at) => client(at)));
    return {
      answers,
      failures,
      served: () => answers.filter(({ status }) => status === 200).length,
      async stop() {
        end.abort();
        await clients;
      },
    };
  }

  const answered = (load: ReturnType<typeof startLoad>, more: number) => {
    const before = load.served();
    return vi.waitFor(() => expect(load.served()).toBeGreaterThan(before + more), RECOVERY);
  };

  /** Every verdict that a client was given is stored, none is stored twice, each cost one credit. */
  async function expectNothingLost(load: ReturnType<typeof startLoad>): Promise<void> {
    const stored = await cluster.storedSessions();
    expect(new Set(stored).size).toBe(stored.length);
    const acknowledged = load.answers
      .filter(({ status }) => status === 200)
      .map(({ sessionId }) => sessionId);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(await cluster.creditsTaken()).toBe(stored.length);
  }

  it('a PostgreSQL that crashes costs 503s; verdicts and charges stay, and checks go on without a restart', async () => {
    const load = startLoad();
    await answered(load, 20);
    await postgres!.kill();
    await vi.waitFor(() => expect(load.answers.some(({ status }) => status === 503)).toBe(true), RECOVERY);
    const refused = load.answers.find(({ status }) => status === 503)!;
    expect(refused.body.errors).toEqual([{ service_unavailable: expect.any(Array) }]);
    await postgres!.start();
    await answered(load, 20);
    await load.stop();
    expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(load.failures).toEqual([]);
    await expectNothingLost(load);
  }, 60_000);

  it('a Redis that crashes costs 503s; checks go on without a restart', async () => {
    const load = startLoad();
    await answered(load, 20);
    await redis!.kill();
    await vi.waitFor(() => expect(load.answers.some(({ status }) => status === 503)).toBe(true), RECOVERY);
    await redis!.start();
    await answered(load, 20);
    await load.stop();
    expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(load.failures).toEqual([]);
    await expectNothingLost(load);
  }, 60_000);

  it('an API process that is killed loses no verdict; what it was judging is judged by the other within 10 s', async () => {
    const survivor = cluster.replicas[0]!;
    const victim = await cluster.addReplica();
    const load = startLoad([survivor, victim]);
    await answered(load, 20);
    // A session in the middle of its judgement when its process dies.
    const last = fastCheck(nextTag++);
    const begun = victim.judged().length;
    const interrupted = cluster.send(victim, last).then(
      () => 'answered',
      () => 'lost',
    );
    await vi.waitFor(() => expect(victim.judged().length).toBeGreaterThan(begun), { interval: 5 });
    victim.process.signal('SIGKILL');
    expect(await victim.process.ended).toBe('SIGKILL');
    await interrupted;
    const again = await vi.waitFor(async () => {
      const answer = await cluster.send(survivor, last);
      expect(answer.status).toBe(200);
      return answer;
    }, RECOVERY);
    expect(again.body.data.verdict).toBe('live');
    await load.stop();
    expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expectNothingLost(load);
  }, 60_000);
});
