import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Accounts, EmailTakenError } from '../accounts/accounts.ts';

/** A command could not be carried out; the message says what to change. */
export class AccountCommandError extends Error {
  override readonly name = 'AccountCommandError';
  /** 2 when the command line is wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const USAGE = `Manages who may sign in to the meeting bot's pages, directly in its database.

Usage: npm run admin:bot -- COMMAND [options]

  create-user --email EMAIL --organization NUMBER [--name TEXT]
      Creates a user of the organization with this number (the first one is 1).
  set-password --email EMAIL
      Replaces a password and signs the user out everywhere.

The password is read from standard input, its first line; from a terminal one is made and printed, once.

  --help                    Print this text.

The database is the one of DATABASE_URL, or the embedded one under DATA_DIR; the service must not run on that.
Exit codes: 0 done, 1 not done (the message says why), 2 the command line is wrong.
`;

const PASSWORD_LENGTH_MIN = 12;
const GENERATED_BYTES = 15;

const COMMANDS = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('create-user'),
    email: z.email().max(254),
    organization: z.coerce.number().int().min(1),
    name: z.string().min(1).max(100).optional(),
  }),
  z.strictObject({ command: z.literal('set-password'), email: z.email().max(254) }),
]);

/** A command of an operator, with its options read. */
export type AccountCommand = z.infer<typeof COMMANDS>;

/**
 * Reads the arguments; undefined when help is wanted.
 * @throws AccountCommandError
 */
export function readCommand(args: readonly string[]): AccountCommand | undefined {
  const { values, positionals } = split(args);
  const { help, ...options } = values;
  if (help) return undefined;
  const [command, ...rest] = positionals;
  if (rest.length > 0) throw new AccountCommandError(`Unexpected argument "${rest[0]}".`, 2);
  const result = COMMANDS.safeParse({ ...options, command });
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `${path.join('.') || 'options'}: ${message}`);
  throw new AccountCommandError(lines.join('\n'), 2);
}

function split(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        organization: { type: 'string' },
        name: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new AccountCommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

/**
 * Carries a command out.
 *
 * @param given the password; one is made and printed when it is undefined
 * @throws AccountCommandError
 */
export async function runCommand(
  command: AccountCommand,
  given: string | undefined,
  { accounts, print }: { readonly accounts: Accounts; readonly print: (line: string) => void },
): Promise<void> {
  const password = given ?? randomBytes(GENERATED_BYTES).toString('base64url');
  if (password.length < PASSWORD_LENGTH_MIN || password.length > 256)
    throw new AccountCommandError(`The password must have ${PASSWORD_LENGTH_MIN} to 256 characters.`, 1);
  const { email } = command;
  if (command.command === 'create-user') {
    const { organization: organizationId, name = email.split('@', 1)[0] ?? email } = command;
    await createUser(accounts, { email, name, organizationId, password });
  } else if (!(await accounts.changePassword(email, password))) {
    throw new AccountCommandError('There is no user with this email.', 1);
  }
  print('Done.');
  if (given === undefined) print(`Password (shown once): ${password}`);
}

async function createUser(accounts: Accounts, user: Parameters<Accounts['create']>[0]): Promise<void> {
  try {
    await accounts.create(user);
  } catch (error) {
    if (error instanceof EmailTakenError) throw new AccountCommandError(error.message, 1);
    throw error;
  }
}
