import { type ParseArgsConfig, parseArgs } from 'node:util';
import { KEY_KINDS } from '@vivant/contract/key-kinds';
import { SCOPES } from '@vivant/contract/scopes';
import { z } from 'zod';

/** The command line is wrong; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Manages the organizations of the liveness service, directly in its database.

Usage: npm run admin -- COMMAND [options]

  create-organization --slug SLUG [--name TEXT] [--plan TEXT] [--credits N] [--keys]
      Creates an organization; --keys also makes an API key and a bot key that acts for it.
  update-organization --slug SLUG [--name TEXT] [--plan TEXT] [--bot-display-name TEXT]
                      [--logo-url URL] [--primary-color #RRGGBB] [--metadata-schema FILE|none]
      Changes what is given. The schema is a JSON Schema for the metadata of videos and sessions.
  show-organization --slug SLUG
      Prints state, balance and settings as JSON.
  grant-credits --slug SLUG --credits N
      Adds credits to the balance.
  create-key --slug SLUG --name TEXT [--kind api|bot] [--scopes a,b] [--linked-key-id ID]
      Makes a key and prints it, once.
  set-calibration --slug SLUG --file FILE
      Moves the organization's scores by what "npm run calibrate" measured for a model, from the next check on.
  remove-calibration --slug SLUG --model ID
      Judges as everybody else is judged again. Verdicts that were given stay.
  list-calibrations --slug SLUG
      Prints offset, state and evidence of each as JSON.
  suspend --slug SLUG       Refuses checks with account_suspended from now on.
  resume --slug SLUG        Ends a suspension.

  --help                    Print this text.

The database is the one of DATABASE_URL, or the embedded one under DATA_DIR; the service must not run on that.
Exit codes: 0 done, 1 not done (the message says why), 2 the command line is wrong.
`;

const slug = z
  .string({ error: 'is required' })
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and "-"');
const text = z.string({ error: 'is required' }).trim().min(1).max(100);
const credits = z
  .string({ error: 'is required' })
  .transform(Number)
  .pipe(
    z
      .int({ error: 'must be a whole number' })
      .min(1, 'must be at least 1')
      .max(2_000_000_000, 'must be at most 2000000000'),
  );
const scopes = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(SCOPES, { error: `must be of ${SCOPES.join(', ')}` })));

const COMMANDS = {
  'create-organization': z.strictObject({
    slug,
    name: text.optional(),
    plan: text.optional(),
    credits: credits.optional(),
    keys: z.boolean().default(false),
  }),
  'update-organization': z.strictObject({
    slug,
    name: text.optional(),
    plan: text.optional(),
    'bot-display-name': text.optional(),
    'logo-url': z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    'primary-color': z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be like #2563eb')
      .optional(),
    'metadata-schema': z.string().min(1).optional(),
  }),
  'show-organization': z.strictObject({ slug }),
  'grant-credits': z.strictObject({
    slug,
    credits,
  }),
  'create-key': z.strictObject({
    slug,
    name: text,
    kind: z.enum(KEY_KINDS, { error: 'must be api or bot' }).default('api'),
    scopes: scopes.default([]),
    'linked-key-id': z.guid('must be the id of a key').optional(),
  }),
  'set-calibration': z.strictObject({ slug, file: z.string({ error: 'is required' }).min(1) }),
  'remove-calibration': z.strictObject({ slug, model: text }),
  'list-calibrations': z.strictObject({ slug }),
  suspend: z.strictObject({ slug }),
  resume: z.strictObject({ slug }),
};

type Commands = typeof COMMANDS;

/** A command of an operator, with its options read. */
export type AdminCommand =
  | {
      [Name in keyof Commands]: { readonly name: Name } & { readonly options: z.output<Commands[Name]> };
    }[keyof Commands]
  | { readonly name: 'help' };

const OPTIONS: NonNullable<ParseArgsConfig['options']> = {
  ...Object.fromEntries(
    Object.values(COMMANDS)
      .flatMap((schema) => Object.keys(schema.shape))
      .map((option) => [option, { type: 'string' as const }]),
  ),
  keys: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/**
 * Reads the arguments of the command.
 * @throws UsageError
 */
export function readCommand(args: readonly string[]): AdminCommand {
  const { values, positionals } = split(args);
  if (values.help) return { name: 'help' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError('A command is required.');
  if (!isCommand(name)) throw new UsageError(`Unknown command "${name}".`);
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  const result = COMMANDS[name].safeParse({ ...values });
  if (!result.success) {
    const lines = result.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `--${issue.keys[0]} is no option of ${name}.`
        : `--${String(issue.path[0])} ${issue.message}.`,
    );
    throw new UsageError(lines.join('\n'));
  }
  return { name, options: result.data } as AdminCommand;
}

function isCommand(name: string): name is keyof Commands {
  return Object.hasOwn(COMMANDS, name);
}

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
