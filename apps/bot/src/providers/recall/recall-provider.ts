import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { ListenerGate } from '../listener-gate.ts';
import {
  type JoinRequest,
  type MeetingBot,
  type MeetingListener,
  type MeetingProvider,
  MeetingProviderError,
} from '../meeting-provider.ts';
import { type BotObject, readStatusWebhook, statusesOf } from './bot-object.ts';
import { createBotBody, type RecallVideo } from './create-bot-body.ts';
import { type CreateH264Decoder, loadH264Decoder } from './h264-decoder.ts';
import { platformOf } from './platforms.ts';
import { RecallApi, RecallRefusal } from './recall-api.ts';
import { RecallStay } from './recall-stay.ts';
import { sendAway } from './send-away.ts';

/** What the provider needs to know. */
export interface RecallOptions {
  readonly baseUrl: URL;
  readonly apiKey: string;
  /** `whsec_...`: requests of the provider are taken only when they are signed with it. */
  readonly webhookSecret: string | undefined;
  /** Where the provider reaches this service; asked when a bot is sent. */
  readonly publicUrl: () => URL;
  /** `h264` unless set. */
  readonly video?: RecallVideo;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  /** Waits between requests; tests make it short. */
  readonly delay?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How often a bot is asked for its status when no webhook brings it, and when one does. */
const POLL_MS = 5000;
const POLL_WITH_WEBHOOKS_MS = 60_000;

const SOCKET_PATH = 'api/recall/realtime';

/** Meetings on Zoom, Google Meet, Microsoft Teams and Webex, through a provider with the interface of Recall.ai. */
export class RecallProvider implements MeetingProvider {
  readonly name = 'recall';
  readonly needsCallback = true;
  readonly #options: RecallOptions;
  readonly #api: RecallApi;
  readonly #delay: NonNullable<RecallOptions['delay']>;
  /** By the SHA-256 of their secret token, so that looking one up tells nothing by its time. */
  readonly #byToken = new Map<string, RecallStay>();
  readonly #byBot = new Map<string, { readonly stay: RecallStay; readonly leave: () => Promise<void> }>();
  readonly #chores = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #decoder: Promise<CreateH264Decoder | undefined> | undefined;
  #webhooksCome = false;

  constructor(options: RecallOptions) {
    this.#options = options;
    this.#delay = options.delay ?? ((ms, signal) => wait(ms, undefined, signal ? { signal } : {}));
    const { baseUrl, apiKey, newId } = options;
    this.#api = new RecallApi({ baseUrl, apiKey, newId, delay: this.#delay });
  }

  /** The secret that signs the provider's requests, if there is one. */
  get webhookSecret(): string | undefined {
    return this.#options.webhookSecret;
  }

  platformOf(meetingUrl: URL): string | undefined {
    return platformOf(meetingUrl);
  }

  async join(request: JoinRequest, listener: MeetingListener): Promise<MeetingBot> {
    if (platformOf(request.meetingUrl) === undefined)
      throw new MeetingProviderError('This is not the address of a meeting.', { retryable: false });
    const token = randomBytes(32).toString('base64url');
    const digest = digestOf(token);
    const gate = new ListenerGate(listener);
    const createDecoder = await this.#loadDecoder();
    const end = new AbortController();
    const stay = new RecallStay({ gate, createDecoder, onEnded: () => end.abort() });
    // Before the bot exists: the provider may connect before it answers.
    this.#byToken.set(digest, stay);
    let bot: BotObject;
    try {
      const video = createDecoder ? 'h264' : 'png';
      bot = await this.#api.createBot(createBotBody(request, video, this.#socketUrl(token)));
    } catch (error) {
      this.#byToken.delete(digest);
      await this.#undo(request.sessionId, error);
      throw asProviderError(error);
    }
    return this.#keep(bot, { stay, gate, digest, end });
  }

  /** The stay that a token belongs to. */
  stayOf(token: string): RecallStay | undefined {
    return this.#byToken.get(digestOf(token));
  }

  /** Takes the body of a verified webhook. */
  takeWebhook(body: unknown): void {
    this.#webhooksCome = true;
    const webhook = readStatusWebhook(body);
    if (webhook) this.#byBot.get(webhook.botId)?.stay.status(webhook.status);
  }

  async dismiss(botId: string): Promise<void> {
    const known = this.#byBot.get(botId);
    if (known) return known.leave();
    await this.#sendAway(botId);
  }

  async dismissSession(sessionId: string): Promise<void> {
    for (const { id } of await this.#api.botsOfSession(sessionId)) await this.dismiss(id);
  }

  async close(): Promise<void> {
    for (const { stay } of this.#byBot.values()) stay.close();
    this.#byBot.clear();
    this.#byToken.clear();
    this.#closing.abort();
    await Promise.all(this.#chores);
  }

  #keep(
    bot: BotObject,
    parts: { stay: RecallStay; gate: ListenerGate; digest: string; end: AbortController },
  ): MeetingBot {
    const { stay, gate, digest, end } = parts;
    const botId = bot.id;
    let left: Promise<void> | undefined;
    const drop = () => {
      stay.close();
      this.#byToken.delete(digest);
      this.#byBot.delete(botId);
    };
    const leave = () => {
      drop();
      end.abort();
      left ??= this.#sendAway(botId);
      return left;
    };
    this.#byBot.set(botId, { stay, leave });
    gate.open();
    for (const status of statusesOf(bot)) stay.status(status);
    this.#chore(
      this.#poll(botId, stay, AbortSignal.any([end.signal, this.#closing.signal])).then(async () => {
        if (this.#closing.signal.aborted) return;
        // The meeting ended by itself: what the provider kept of it is still to be deleted.
        left ??= this.#sendAway(botId);
        drop();
        await left;
      }),
    );
    return { botId, watch: (participantId, fps) => stay.watch(participantId, fps), leave };
  }

  /** Asks for the status until the stay ends. */
  async #poll(botId: string, stay: RecallStay, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#delay(this.#webhooksCome ? POLL_WITH_WEBHOOKS_MS : POLL_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        for (const status of statusesOf(await this.#api.bot(botId, signal))) stay.status(status);
      } catch (error) {
        if (signal.aborted) return;
        const gone = error instanceof RecallRefusal && error.status === 404;
        if (gone) stay.lost('The meeting provider does not know the bot any more.');
        else this.#options.logger.warn({ err: error }, "A bot's status could not be read");
      }
    }
  }

  /** Makes a bot leave now, and has its media deleted as soon as the provider allows. */
  async #sendAway(botId: string): Promise<void> {
    const { gone, cleaned } = sendAway(botId, {
      api: this.#api,
      delay: this.#delay,
      signal: this.#closing.signal,
      logger: this.#options.logger,
    });
    this.#chore(cleaned);
    try {
      await gone;
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /** A create request whose answer was lost may have made a bot. */
  async #undo(sessionId: string, error: unknown): Promise<void> {
    if (error instanceof RecallRefusal) return;
    try {
      for (const { id } of await this.#api.botsOfSession(sessionId)) await this.#sendAway(id);
    } catch (undoError) {
      this.#options.logger.error({ err: undoError }, 'A bot may have been left behind');
    }
  }

  #chore(work: Promise<void>): void {
    const chore: Promise<void> = work
      .catch((error: unknown) =>
        this.#options.logger.error({ err: error }, "A bot's end could not be settled"),
      )
      .finally(() => this.#chores.delete(chore));
    this.#chores.add(chore);
  }

  #loadDecoder(): Promise<CreateH264Decoder | undefined> {
    if (this.#options.video === 'png') return Promise.resolve(undefined);
    this.#decoder ??= loadH264Decoder().catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'No H.264 decoder for this machine: PNG at 2 fps is used');
      return undefined;
    });
    return this.#decoder;
  }

  #socketUrl(token: string): string {
    const base = this.#options.publicUrl().href.replace(/^http/, 'ws').replace(/\/$/, '');
    return `${base}/${SOCKET_PATH}/${token}/`;
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The meeting provider does not accept this meeting.',
  401: "The meeting provider does not accept this deployment's key.",
  402: "This deployment's account at the meeting provider has no credit.",
  403: 'The meeting provider does not allow this request.',
};

function asProviderError(error: unknown): MeetingProviderError {
  if (error instanceof MeetingProviderError) return error;
  const status = error instanceof RecallRefusal ? error.status : 0;
  const message = REFUSALS[status] ?? 'The meeting provider gave an answer that is not understood.';
  return new MeetingProviderError(message, { retryable: false, cause: error });
}
