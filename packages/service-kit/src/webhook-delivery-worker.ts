import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { type Attempted, postEvent } from './post-event.ts';
import type { AddressPolicy } from './public-address.ts';
import { BrokenSealError, type Seal } from './seal.ts';
import { type SealedSecret, signatureHeaders } from './signing-secrets.ts';

/** A delivery that its claimer must attempt now. */
export interface DueDelivery {
  readonly id: string;
  /** Whose secrets sign; the context that they are sealed with. */
  readonly webhookId: string;
  /** Its `webhook-id`. */
  readonly eventId: string;
  readonly url: string;
  readonly secrets: readonly SealedSecret[];
  readonly payload: string;
  /** Attempts including this one. */
  readonly attempts: number;
}

/** What a worker needs of the store of deliveries, which all workers share. */
export interface DueDeliveries {
  /** Claims up to `count` deliveries that are due; no other worker gets them while the claim lasts. */
  claimDue(count: number): Promise<DueDelivery[]>;
  /** Notes what became of an attempt and ends the claim; does nothing when another worker took over. */
  settle(delivery: DueDelivery, attempted: Attempted): Promise<void>;
}

/** Delivers events until it is stopped; any number may run at once. */
export interface DeliveryWorker {
  start(): void;
  /** Ends after what is under way, or hands it over to the next worker after a few seconds. Idempotent. */
  stop(): Promise<void>;
  /** Attempts everything that is due now, and returns when that is settled. */
  deliverDue(): Promise<void>;
}

export interface DeliveryWorkerOptions {
  readonly deliveries: DueDeliveries;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly seal: Seal;
  readonly policy: AddressPolicy;
  /** Time for a receiver to answer, in milliseconds; 15 s by default. */
  readonly timeoutMs?: number | undefined;
}

const ATTEMPT_TIMEOUT_MS = 15_000;

/** An event waits this long at most before its first attempt. */
const POLL_MS = 1_000;

const ATTEMPTS_AT_ONCE = 16;

/** Claimed in one go: few, so that workers share what is due. */
const CLAIM_COUNT = 4;

/** Time given to attempts under way when the service stops; the whole stop has 25 s. */
const STOP_GRACE_MS = 5_000;

/** Builds a worker. Between its polls it does nothing. */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { deliveries, logger } = options;
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  /** Ends attempts under way. */
  const interrupt = new AbortController();
  let claiming: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(delivery: DueDelivery): Promise<void> {
    const attempted = await attemptDelivery(options, delivery, interrupt.signal);
    await deliveries.settle(delivery, attempted);
    const { id: deliveryId, webhookId, attempts } = delivery;
    logger.info({ webhookId, deliveryId, attempts, outcome: attempted.kind }, 'webhook delivery attempted');
  }

  function run(delivery: DueDelivery): void {
    const work = attempt(delivery)
      // The claim expires, and another attempt follows.
      .catch((error: unknown) => logger.error({ err: error }, 'a webhook delivery could not be settled'))
      .finally(() => {
        running.delete(work);
        void claim();
      });
    running.add(work);
  }

  async function claimWhileFree(): Promise<void> {
    while (!stop.signal.aborted && running.size < ATTEMPTS_AT_ONCE) {
      const free = ATTEMPTS_AT_ONCE - running.size;
      const due = await deliveries.claimDue(Math.min(CLAIM_COUNT, free));
      for (const delivery of due) run(delivery);
      if (due.length === 0) return;
    }
  }

  function claim(): Promise<void> {
    claiming ??= claimWhileFree()
      .catch((error: unknown) => logger.warn({ err: error }, 'due webhook deliveries could not be read'))
      .finally(() => {
        claiming = undefined;
      });
    return claiming;
  }

  return {
    start() {
      timer ??= setInterval(() => void claim(), POLL_MS).unref();
    },
    async deliverDue() {
      do {
        await claim();
        await Promise.all(running);
      } while (claiming || running.size > 0);
    },
    async stop() {
      stop.abort();
      clearInterval(timer);
      const grace = setTimeout(() => interrupt.abort(), STOP_GRACE_MS);
      await claiming;
      await Promise.all(running);
      clearTimeout(grace);
      // Receivers may still be sending bodies that nobody reads.
      interrupt.abort();
    },
  };
}

async function attemptDelivery(
  { clock, seal, policy, timeoutMs = ATTEMPT_TIMEOUT_MS }: DeliveryWorkerOptions,
  { webhookId, eventId, payload, url, secrets }: DueDelivery,
  stop: AbortSignal,
): Promise<Attempted> {
  try {
    const headers = signatureHeaders(secrets, { webhookId, eventId, payload, at: clock.now() }, seal);
    return await postEvent({ url, payload, headers }, { policy, timeoutMs, stop });
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error;
    const reason = 'The secret of the webhook cannot be read any more; rotate it.';
    return { kind: 'failed', status: null, error: reason };
  }
}
