import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** A description of an API that is kept in the repository. */
export interface KeptDescription {
  /** Where it is kept. */
  readonly file: string;
  /** The command that writes it. */
  readonly command: string;
  /** Makes it from the routes. */
  readonly describe: () => Promise<string>;
}

/** Carries out the command line: writes the description, or with `--check` compares it and sets the exit code. */
export async function runDescription({ file, command, describe }: KeptDescription): Promise<void> {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(helpOf(file, command));
  else if (!values.check) await writeFile(file, await describe());
  else if ((await readFile(file, 'utf8')) !== (await describe())) {
    process.stderr.write(`${file} differs from the routes. Run: ${command}\n`);
    process.exitCode = 1;
  }
}

function helpOf(file: string, command: string): string {
  return `Writes ${file} from the routes of the service.

Usage: ${command} [--check]

  --check   write nothing; exit with 1 when the file differs from the routes
  --help    print this text
`;
}
