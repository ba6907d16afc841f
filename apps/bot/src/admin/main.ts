import { text } from 'node:stream/consumers';
import { systemClock } from '@vivant/service-kit/clock';
import { DataDirLockedError, lockDataDir } from '@vivant/service-kit/data-dir';
import { openDatabase } from '@vivant/service-kit/database';
import { DatabaseUnavailableError } from '@vivant/service-kit/database-errors';
import { ConfigError } from '@vivant/service-kit/environment';
import { randomId } from '@vivant/service-kit/ids';
import { migrate } from '@vivant/service-kit/migrate';
import { createAccounts } from '../accounts/accounts.ts';
import { type BotConfig, readBotConfig } from '../config.ts';
import { MIGRATIONS } from '../migrations.ts';
import {
  type AccountCommand,
  AccountCommandError,
  readCommand,
  runCommand,
  USAGE,
} from './account-command.ts';

/** Failures whose message tells an operator what to do; a stack would hide it. */
const EXPLAINED = [ConfigError, DataDirLockedError, DatabaseUnavailableError, AccountCommandError];

try {
  const command = readCommand(process.argv.slice(2));
  if (command) await runOnDatabase(readBotConfig(), command);
  else process.stdout.write(USAGE);
} catch (error) {
  if (!(error instanceof Error && EXPLAINED.some((type) => error instanceof type))) throw error;
  console.error(error.message);
  process.exitCode = error instanceof AccountCommandError ? error.exitCode : 1;
  if (process.exitCode === 2) console.error(`\n${USAGE}`);
}

async function runOnDatabase(config: BotConfig, command: AccountCommand): Promise<void> {
  const password = process.stdin.isTTY ? undefined : (await text(process.stdin)).split(/\r?\n/, 1)[0];
  // A second process would damage the embedded database; PostgreSQL takes as many as come.
  const lock = config.databaseUrl === undefined ? await lockDataDir(config.dataDir) : undefined;
  try {
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
    try {
      await migrate(database, MIGRATIONS);
      const accounts = createAccounts({ database, clock: systemClock, newId: randomId });
      await runCommand(command, password || undefined, { accounts, print: (line) => console.log(line) });
    } finally {
      await database.close();
    }
  } finally {
    await lock?.release();
  }
}
