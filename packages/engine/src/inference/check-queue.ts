import type { CheckOutcome, CheckRequest } from '../check.ts';

/** A check on its way through the pool. */
export interface PendingCheck {
  readonly id: number;
  readonly request: CheckRequest;
  readonly bytes: number;
  readonly resolve: (outcome: CheckOutcome) => void;
  readonly reject: (error: Error) => void;
  /** Workers that died on it so far. */
  crashes: number;
}

/** First in, first out, bounded by count and by bytes; a crashed check goes back to the front. */
export class CheckQueue {
  readonly #checks: PendingCheck[] = [];
  readonly #lengthMax: number;
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(limits: { lengthMax: number; bytesMax: number }) {
    this.#lengthMax = limits.lengthMax;
    this.#bytesMax = limits.bytesMax;
  }

  get length(): number {
    return this.#checks.length;
  }

  /** Returns false when the queue is full. A single check larger than the byte bound is still taken when nothing waits. */
  offer(check: PendingCheck): boolean {
    const isFull = this.#checks.length >= this.#lengthMax;
    const isHeavy = this.#checks.length > 0 && this.#bytes + check.bytes > this.#bytesMax;
    if (isFull || isHeavy) return false;
    this.#checks.push(check);
    this.#bytes += check.bytes;
    return true;
  }

  /** Puts a check back in front, beyond any bound: it was accepted before. */
  putBack(check: PendingCheck): void {
    this.#checks.unshift(check);
    this.#bytes += check.bytes;
  }

  take(): PendingCheck | undefined {
    const check = this.#checks.shift();
    if (check) this.#bytes -= check.bytes;
    return check;
  }

  /** Removes a check that nobody waits for any more; false when it is not queued. */
  remove(check: PendingCheck): boolean {
    const at = this.#checks.indexOf(check);
    if (at < 0) return false;
    this.#checks.splice(at, 1);
    this.#bytes -= check.bytes;
    return true;
  }

  drain(): PendingCheck[] {
    this.#bytes = 0;
    return this.#checks.splice(0);
  }
}
