import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FrameJudge } from '@vivant/bot/checks/frame-judge';
import { readBotConfig } from '@vivant/bot/config';
import { MIGRATIONS } from '@vivant/bot/migrations';
import type { MeetingProvider } from '@vivant/bot/providers/meeting-provider';
import { systemTimers } from '@vivant/bot/scans/timers';
import { buildBotServer } from '@vivant/bot/server';
import { createBotServices } from '@vivant/bot/services';
import { createOpenRunner, type OpenRunner } from '@vivant/bot/sessions/open-runner';
import { startScriptedPlatform } from '@vivant/bot/testing/scripted-platform';
import type { FrameGate } from '@vivant/engine/frame-gate';
import { systemClock as clock } from '@vivant/service-kit/clock';
import { openDatabase } from '@vivant/service-kit/database';
import { createLogger } from '@vivant/service-kit/logger';
import { migrate } from '@vivant/service-kit/migrate';

/** The meeting bot over HTTP, in this process, with a judge that only takes its time. */
export interface MeetingService {
  /** Opens a session; returns the address of its events for observers. */
  openSession(body: object): Promise<string>;
  stop(): Promise<void>;
}

export interface MeetingServiceOptions {
  readonly dataDir: string;
  readonly gate: FrameGate;
  readonly provider: MeetingProvider;
}

const BOT_KEY = 'sk-bot-key-of-the-bench';
const JUDGE_MS = 600;

/** Starts the bot on a free port, with the embedded database. */
export async function startMeetingService(options: MeetingServiceOptions): Promise<MeetingService> {
  const { dataDir, gate, provider } = options;
  const logger = createLogger({ service: 'bench', level: 'silent' });
  const platform = await startScriptedPlatform();
  platform.botKeys.set(BOT_KEY, { organizationId: 1 });
  const database = await openDatabase({ dataDir });
  await migrate(database, MIGRATIONS);
  const secrets = { TOKEN_SECRET: randomUUID(), SETTINGS_ENCRYPTION_KEY: randomUUID() };
  const open = createOpenRunner({ gate, clock, timers: systemTimers, newId: randomUUID, logger });
  // Less than a caller may ask for: somebody of every session is being scanned at any time.
  const openRunner: OpenRunner = (plan, participation) =>
    open({ ...plan, rescanIntervalSeconds: 1 }, participation);
  const address = { url: '' };
  const services = await createBotServices(
    { ...readBotConfig({ RATE_LIMIT_BOT: '1000000' }, platform.url), dataDir, secrets },
    {
      openRunner,
      meetings: { providers: [provider], addRoutes: () => undefined },
      publicUrl: () => address.url,
    },
    { logger, database, createJudge: () => judge },
  );
  const server = await buildBotServer(services);
  await services.serveCommands();
  await services.keeper.start();
  address.url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    async openSession(body) {
      const response = await fetch(`${address.url}/api/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${BOT_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`the session was refused: ${await response.text()}`);
      const { interviewToken } = (await response.json()) as { interviewToken: string };
      return `${address.url}/api/interview/${interviewToken}/events`;
    },
    async stop() {
      await services.endSessions();
      await server.close();
      await services.close();
      await database.close();
      await platform.close();
    },
  };
}

const judge: FrameJudge = {
  async judge({ frames, signal }) {
    await delay(JUDGE_MS, undefined, { signal });
    const realScore = 0.9;
    return {
      verdict: 'live',
      score: 90,
      realScore,
      confidence: realScore,
      framesProcessed: frames.length,
      processingMs: JUDGE_MS,
    };
  },
};
