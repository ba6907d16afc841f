import { runPrepareCommand } from './command.ts';

process.exitCode = await runPrepareCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
});
