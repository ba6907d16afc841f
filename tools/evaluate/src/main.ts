import { availableParallelism } from 'node:os';
import { runEvaluateCommand } from './command.ts';
import { readConfig } from './config.ts';
import { readEngineVersion } from './engine-version.ts';
import { createProcessTools } from './process-tools.ts';

const config = readConfig();
process.exitCode = await runEvaluateCommand(process.argv.slice(2), {
  ...createProcessTools(config),
  config,
  cores: availableParallelism(),
  engineVersion: await readEngineVersion(),
});
