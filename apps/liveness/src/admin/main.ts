import { loadModels, ModelFileError } from '@vivant/engine/models';
import { systemClock } from '@vivant/service-kit/clock';
import { DataDirLockedError, lockDataDir } from '@vivant/service-kit/data-dir';
import { openDatabase } from '@vivant/service-kit/database';
import { DatabaseUnavailableError } from '@vivant/service-kit/database-errors';
import { ConfigError } from '@vivant/service-kit/environment';
import { randomId } from '@vivant/service-kit/ids';
import { migrate } from '@vivant/service-kit/migrate';
import { type LivenessConfig, readLivenessConfig } from '../config.ts';
import { MIGRATIONS } from '../migrations.ts';
import { type AdminCommand, readCommand, USAGE, UsageError } from './command-line.ts';
import { AdminError, runAdmin } from './run-admin.ts';

/** Failures whose message tells an operator what to do; a stack would hide it. */
const EXPLAINED = [AdminError, ConfigError, DataDirLockedError, DatabaseUnavailableError, ModelFileError];

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const command = readCommand(args);
    if (command.name === 'help') process.stdout.write(USAGE);
    else await runOnDatabase(readLivenessConfig(), command);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (!isExplained(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

function isExplained(error: unknown): error is Error {
  return EXPLAINED.some((type) => error instanceof type);
}

async function runOnDatabase(
  config: LivenessConfig,
  command: Exclude<AdminCommand, { name: 'help' }>,
): Promise<void> {
  // A second process would damage the embedded database; PostgreSQL takes as many as come.
  const lock = config.databaseUrl === undefined ? await lockDataDir(config.dataDir) : undefined;
  try {
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
    try {
      await migrate(database, MIGRATIONS);
      const print = (line: string) => console.log(line);
      const context = { database, clock: systemClock, newId: randomId, print };
      await runAdmin({ ...context, loadModels: () => loadModels(config.modelsDir) }, command);
    } finally {
      await database.close();
    }
  } finally {
    await lock?.release();
  }
}
