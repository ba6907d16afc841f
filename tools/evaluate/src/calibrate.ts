import { availableParallelism } from 'node:os';
import { runCalibrateCommand } from './calibrate/command.ts';
import { readConfig } from './config.ts';
import { createProcessTools } from './process-tools.ts';

process.exitCode = await runCalibrateCommand(process.argv.slice(2), {
  ...createProcessTools(readConfig()),
  workers: availableParallelism(),
});
