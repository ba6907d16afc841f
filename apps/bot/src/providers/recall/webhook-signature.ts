import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@vivant/service-kit/clock';

/** Standard Webhooks' tolerance; what is older may be a recording. */
const TOLERANCE_SECONDS = 300;

/** What a signed request is known by. */
export interface SignedRequest {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/**
 * Checks signatures of Standard Webhooks, also under the older header names of Svix. The package of that name is not
 * used: it takes the time from the machine.
 */
export class WebhookVerifier {
  readonly #key: Buffer;
  readonly #clock: Clock;

  /** @param secret `whsec_` and base64 */
  constructor(secret: string, clock: Clock) {
    this.#key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    if (this.#key.length === 0) throw new Error('The webhook secret is not base64.');
    this.#clock = clock;
  }

  /** The id and time of a request whose signature holds; undefined for any other. */
  verify(headers: IncomingHttpHeaders, payload: Buffer | string): SignedRequest | undefined {
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, name));
    if (!id || !time || !signatures || !/^\d{1,12}$/.test(time)) return undefined;
    const timestamp = Number(time);
    if (Math.abs(this.#clock.now().getTime() / 1000 - timestamp) > TOLERANCE_SECONDS) return undefined;
    const expected = createHmac('sha256', this.#key).update(`${id}.${time}.`).update(payload).digest();
    const holds = signatures
      .split(' ')
      .filter((each) => each.startsWith('v1,'))
      .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
      .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
    return holds ? { id, timestamp } : undefined;
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[`webhook-${name}`] ?? headers[`svix-${name}`];
  return Array.isArray(value) ? undefined : value;
}

/** Remembers signed requests for as long as their signature would be taken. */
export class ReplayGuard {
  readonly #clock: Clock;
  readonly #seen = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this key comes for the first time; counts it as seen. */
  isFirst(key: string): boolean {
    const nowMs = this.#clock.monotonicMs();
    // Insertion order is time order: the oldest are in front.
    for (const [old, atMs] of this.#seen) {
      if (nowMs - atMs <= 2 * TOLERANCE_SECONDS * 1000) break;
      this.#seen.delete(old);
    }
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, nowMs);
    return true;
  }
}
