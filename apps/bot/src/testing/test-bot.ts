import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedFrameGate, type ScriptedFrameGate } from '@vivant/engine/testing/scripted-frame-gate';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { createLogger, type Logger } from '@vivant/service-kit/logger';
import { migrate } from '@vivant/service-kit/migrate';
import { embeddedTestDatabase, type TestDatabase } from '@vivant/service-kit/testing/test-databases';
import type { FrameJudge } from '../checks/frame-judge.ts';
import { createScriptedJudge, type ScriptedJudge } from '../checks/testing/scripted-judge.ts';
import { type BotConfig, readBotConfig } from '../config.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { MeetingProvider } from '../providers/meeting-provider.ts';
import {
  createSyntheticProvider,
  type SyntheticCamera,
  type SyntheticProvider,
} from '../providers/testing/synthetic-provider.ts';
import { createManualTime, type ManualTime } from '../scans/testing/manual-time.ts';
import { buildBotServer } from '../server.ts';
import { type BotServices, createBotServices } from '../services.ts';
import { createOpenRunner } from '../sessions/open-runner.ts';
import { type ScriptedPlatform, startScriptedPlatform } from './scripted-platform.ts';

/** The secrets of every test bot, so that several are replicas of one. */
const TEST_SECRETS = {
  TOKEN_SECRET: 'token-secret-of-the-tests',
  SETTINGS_ENCRYPTION_KEY: 'encryption-key-of-the-tests',
};

/** A camera whose frames nobody looks into. */
export const testCamera: SyntheticCamera = (index) => ({
  format: 'rgb',
  width: 1,
  height: 1,
  data: Uint8Array.of(index % 256, 0, 0),
});

/** The bot over synthetic meetings, a scripted judge and a real database, on a free port. */
export interface TestBot {
  readonly url: string;
  readonly server: HttpServer;
  readonly services: BotServices;
  readonly database: Database;
  readonly platform: ScriptedPlatform;
  readonly provider: SyntheticProvider;
  readonly gate: ScriptedFrameGate;
  readonly judge: ScriptedJudge;
  /** The keys that judges were made with. */
  readonly judgeKeys: string[];
  readonly time: ManualTime;
  /** A bot key of a new organization. */
  addKey(organizationId?: number, linkedKeyId?: string | null): { key: string; organizationId: number };
  /** Sends a request with a bot key. */
  send(key: string, method: string, path: string, body?: unknown, headers?: object): Promise<BotAnswer>;
  /** Lets meetings film `count` frames. */
  film(count: number): Promise<void>;
  /** Ends this bot as a stop of the process does. */
  close(): Promise<void>;
  /** Ends this bot as `kill -9` does: nothing is said or stored. */
  die(): Promise<void>;
}

/** What the bot answered. */
export interface BotAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint: tests read what they expect
  readonly body: any;
}

/** What a test decides about its bot. */
export interface TestBotOptions {
  /** What several bots share. */
  readonly shared?: Pick<TestBot, 'database' | 'platform' | 'provider' | 'time'>;
  readonly testDatabase?: TestDatabase;
  readonly config?: Partial<BotConfig>;
  readonly logger?: Logger;
  readonly providers?: readonly MeetingProvider[];
  readonly publicUrl?: string;
  readonly heartbeatMs?: number;
  readonly restMs?: number;
  /** Makes the judge of a session from the key that its checks are billed to; the scripted one unless given. */
  readonly createJudge?: (apiKey: string) => FrameJudge;
  readonly webhookTimeoutMs?: number;
}

/** A name of a meeting that no other test uses. */
export function newMeetingUrl(): string {
  return `https://meeting.test/${randomUUID()}`;
}

let lastOrganization = 0;

/** Starts a bot. */
export async function openTestBot(options: TestBotOptions = {}): Promise<TestBot> {
  const { shared } = options;
  const own = shared ? undefined : (options.testDatabase ?? (await embeddedTestDatabase.create()));
  const database = shared?.database ?? (await openMigrated(own as TestDatabase));
  const platform = shared?.platform ?? (await startScriptedPlatform());
  const time = shared?.time ?? createManualTime(new Date());
  const provider = shared?.provider ?? createSyntheticProvider(time);
  const logger = options.logger ?? createLogger({ service: 'test', level: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-bot-'));
  const gate = createScriptedFrameGate();
  const judge = createScriptedJudge();
  const judgeKeys: string[] = [];
  const address = { url: '' };
  const services = await createBotServices(
    {
      ...readBotConfig({}, platform.url),
      dataDir,
      port: 0,
      rateLimits: {
        requests: { requests: 10_000, windowSeconds: 60 },
        signIn: { requests: 10_000, windowSeconds: 60 },
      },
      webhookAllowPrivate: true,
      ...options.config,
      secrets: TEST_SECRETS,
    },
    {
      openRunner: createOpenRunner({ ...time, gate, newId: randomUUID, logger }),
      meetings: { providers: options.providers ?? [provider], addRoutes: () => undefined },
      publicUrl: () => options.publicUrl ?? address.url,
    },
    {
      logger,
      database,
      clock: time.clock,
      createJudge: (apiKey) => {
        judgeKeys.push(apiKey);
        return options.createJudge?.(apiKey) ?? judge;
      },
      ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
      ...(options.restMs !== undefined && { restMs: options.restMs }),
      ...(options.webhookTimeoutMs !== undefined && { webhookTimeoutMs: options.webhookTimeoutMs }),
    },
  );
  const server = await buildBotServer(services);
  await services.serveCommands();
  address.url = await server.listen({ host: '127.0.0.1', port: 0 });
  const bot: Omit<TestBot, 'close' | 'die'> = {
    url: address.url,
    server,
    services,
    database,
    platform,
    provider,
    gate,
    judge,
    judgeKeys,
    time,
    addKey(organizationId = ++lastOrganization, linkedKeyId = 'linked') {
      const key = `sk-bot-${randomBytes(18).toString('hex')}`;
      platform.botKeys.set(key, { organizationId, linkedKeyId });
      return { key, organizationId };
    },
    send: (key, method, path, body, headers) =>
      send(address.url + path, { method, body, headers: { authorization: `Bearer ${key}`, ...headers } }),
    async film(count) {
      for (let frame = 0; frame < count; frame += 1) {
        time.advance(100);
        await new Promise(setImmediate);
      }
    },
  };
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true });
    if (!own) return;
    await platform.close();
    await database.close();
    await own.remove();
  };
  return {
    ...bot,
    async close() {
      await services.endSessions();
      await server.close();
      await services.close();
      await remove();
    },
    async die() {
      services.watch.close();
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

/** Sends a request as anybody would. */
export async function send(
  url: string,
  { method, body, headers }: { method: string; body?: unknown; headers?: object },
): Promise<BotAnswer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

async function openMigrated({ url, dataDir }: TestDatabase): Promise<Database> {
  const database = await openDatabase({ url, dataDir });
  await migrate(database, MIGRATIONS);
  return database;
}
