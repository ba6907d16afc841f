import { runModule, type TestProcess } from '@vivant/service-kit/testing/child-process';

/** A bot in a process of its own, with real meetings and a real judge; its gate lets every frame pass. */
export interface BotProcess {
  readonly url: string;
  readonly process: TestProcess;
}

/** How a bot is started. */
export interface BotProcessOptions {
  /** Variables of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The picture that is sent to be judged in place of each frame: base64 of a PNG. */
  readonly picture: string;
}

/** Starts a bot; it is ready when this resolves. */
export async function startBotProcess({ env, picture }: BotProcessOptions): Promise<BotProcess> {
  const settings = {
    BOT_PORT: '0',
    LOG_LEVEL: 'silent',
    TOKEN_SECRET: 'token-secret-of-the-tests',
    SETTINGS_ENCRYPTION_KEY: 'encryption-key-of-the-tests',
    ...env,
  };
  const child = runModule(`
    import { randomUUID } from 'node:crypto';
    import { createScriptedFrameGate } from '@vivant/engine/testing/scripted-frame-gate';
    import { systemClock as clock } from '@vivant/service-kit/clock';
    import { createLogger } from '@vivant/service-kit/logger';
    import { readBotConfig } from '@vivant/bot/config';
    import { createMeetings } from '@vivant/bot/meetings';
    import { systemTimers as timers } from '@vivant/bot/scans/timers';
    import { createOpenRunner } from '@vivant/bot/sessions/open-runner';
    import { startServer } from '@vivant/bot/start';
    const config = readBotConfig(${JSON.stringify(settings)});
    const logger = createLogger({ service: 'test', level: 'silent' });
    const gate = createScriptedFrameGate();
    gate.script({ kind: 'passed', format: 'png', data: Buffer.from('${picture}', 'base64') });
    const address = { url: '' };
    const publicUrl = () => address.url;
    const newId = randomUUID;
    const openRunner = createOpenRunner({ gate, clock, timers, newId, logger });
    const meetings = createMeetings({ config, publicUrl, clock, newId, logger });
    const running = await startServer(config, { openRunner, meetings, publicUrl }, { logger });
    address.url = running.url;
    process.on('SIGTERM', () => running.stop().then(() => process.exit(0)));
    console.log('ready ' + running.url);
  `);
  return { url: await child.wordAfter('ready '), process: child };
}
