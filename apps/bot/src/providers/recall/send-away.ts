import type { Logger } from '@vivant/service-kit/logger';
import { statusesOf } from './bot-object.ts';
import { type RecallApi, RecallRefusal } from './recall-api.ts';

/** What it takes to send a bot away. */
interface SendAwayOptions {
  readonly api: RecallApi;
  readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the waiting; what has not been deleted then expires at the provider. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** A bot that is just being started can neither leave nor be deleted for some seconds. */
const LEAVE_ATTEMPTS = 10;
const LEAVE_EVERY_MS = 3000;

/** Media can be deleted when the provider has finished with them, in a minute or two. */
const CLEAN_ATTEMPTS = 60;
const CLEAN_EVERY_MS = 5000;

/**
 * Makes a bot leave its meeting and has its media deleted.
 * @returns `gone` when it has been told to leave, or was gone already; `cleaned`, later, when its media are deleted
 */
export function sendAway(
  botId: string,
  options: SendAwayOptions,
): { gone: Promise<void>; cleaned: Promise<void> } {
  const gone = leave(botId, options);
  const cleaned = gone.then(
    () => clean(botId, options),
    () => undefined,
  );
  return { gone, cleaned };
}

async function leave(botId: string, { api, delay, signal }: SendAwayOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const left = await told(() => api.leaveCall(botId));
    if (left === 'yes') return;
    if ((await told(() => api.deleteBot(botId))) === 'yes') return;
    if (attempt === LEAVE_ATTEMPTS) throw new RecallRefusal(400, 'cannot_command_unstarted_bot');
    await delay(LEAVE_EVERY_MS, signal);
  }
}

/** Whether a bot obeys, or is not there any more to do so; `not yet` when it has not begun. */
async function told(command: () => Promise<void>): Promise<'yes' | 'not yet'> {
  try {
    await command();
    return 'yes';
  } catch (error) {
    if (!(error instanceof RecallRefusal)) throw error;
    if (error.status === 404 || error.code === 'cannot_command_completed_bot') return 'yes';
    if (error.status === 405 || error.code === 'cannot_command_unstarted_bot') return 'not yet';
    throw error;
  }
}

async function clean(botId: string, options: SendAwayOptions): Promise<void> {
  const { api, delay, signal, logger } = options;
  for (let attempt = 1; attempt <= CLEAN_ATTEMPTS && !signal.aborted; attempt += 1) {
    try {
      const statuses = statusesOf(await api.bot(botId, signal));
      if (statuses.some(({ code }) => code === 'done' || code === 'fatal'))
        return await api.deleteMedia(botId, signal);
    } catch (error) {
      if (error instanceof RecallRefusal && error.status === 404) return;
      if (signal.aborted) break;
      logger.warn({ err: error }, "A bot's media could not be deleted yet");
    }
    await delay(CLEAN_EVERY_MS, signal).catch(() => undefined);
  }
  logger.warn("A bot's media were left to expire at the provider");
}
