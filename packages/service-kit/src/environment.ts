import type { z } from 'zod';

/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly problem: string;
}

/** The configuration cannot be used; the message lists every problem and no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ variable, problem }) => `  ${variable}: ${problem}`);
    super(`The configuration is not valid:\n${lines.join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads environment variables by a zod schema whose keys are their names; an empty variable counts as unset.
 * @throws ConfigError listing every problem
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map(({ path, message }) => {
      const variable = path[0] === undefined ? undefined : String(path[0]);
      const isMissing = variable !== undefined && set[variable] === undefined;
      return {
        variable: variable ?? 'environment',
        problem: isMissing ? 'is required' : message.replace(/^Invalid input: /, ''),
      };
    }),
  );
}
