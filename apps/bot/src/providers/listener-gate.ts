import type { CameraFrame, MeetingEvent, MeetingListener } from './meeting-provider.ts';

/**
 * What a bot tells goes through one of these: it is held back until the caller of `join` has its bot, and ends for
 * good with the bot.
 */
export class ListenerGate {
  readonly #listener: MeetingListener;
  #held: MeetingEvent[] | undefined = [];
  #closed = false;

  constructor(listener: MeetingListener) {
    this.#listener = listener;
  }

  /** Lets events through from the next turn of the event loop on, when `join` has returned. */
  open(): void {
    setImmediate(() => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const event of held) this.event(event);
    });
  }

  event(event: MeetingEvent): void {
    if (this.#closed) return;
    if (this.#held) this.#held.push(event);
    else this.#listener.onEvent(event);
  }

  /** Hands a frame on; one that comes before the caller has its bot was not asked for. */
  frame(frame: CameraFrame): void {
    if (!this.#closed && !this.#held) this.#listener.onFrame(frame);
  }

  /** Lets nothing through any more, not even what was held back. */
  close(): void {
    this.#closed = true;
  }
}
