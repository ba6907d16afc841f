import { fileURLToPath } from 'node:url';

/** Where the schema of the bot is described, and under which name it is journalled. */
export const MIGRATIONS = {
  folder: fileURLToPath(new URL('../migrations', import.meta.url)),
  name: 'bot',
};
