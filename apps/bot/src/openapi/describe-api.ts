import { systemClock } from '@vivant/service-kit/clock';
import { describeServer, neverCalled, neverRead, neverUsed } from '@vivant/service-kit/described-server';
import { createLogger } from '@vivant/service-kit/logger';
import { type BotServerDependencies, buildBotServer } from '../server.ts';
import { readVersion } from '../version.ts';

/** The OpenAPI document of the bot as text; opens no database and meets nobody. */
export async function describeApi(): Promise<string> {
  return describeServer(await buildBotServer(describedOnly()));
}

/** Dependencies of a server whose routes are declared and never called. */
function describedOnly(): BotServerDependencies {
  return {
    logger: createLogger({ service: 'bot', level: 'silent' }),
    version: readVersion(),
    clock: systemClock,
    database: neverUsed,
    desk: neverUsed,
    watch: { answer: neverCalled, openCount: 0, close: () => undefined },
    tokens: neverUsed,
    accounts: neverUsed,
    cookie: neverUsed,
    apiKeySetting: neverUsed,
    guards: { botKey: [], address: neverCalled, signIn: neverCalled, signInEmail: neverCalled },
    metrics: neverRead,
    createSession: neverCalled,
    validateBotKey: neverCalled,
    requireUsableKey: neverCalled,
    readHealth: neverCalled,
    isReady: neverCalled,
    persistence: true,
    publicUrl: () => '',
    pagesDir: import.meta.dirname,
    addProviderRoutes: () => undefined,
  };
}
