import type { Credits, QueueStats, Usage, UsageQuery } from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** A charged check. */
export type UsageRow = Usage['rows'][number];

/** What was charged for. */
export interface UsageReader {
  /** Reads one page of charged checks, newest first, with the daily totals of the whole range. */
  read(query?: UsageQuery, options?: CallOptions): Promise<Result<Usage>>;
  /** Goes through all charged checks of a range, newest first. */
  rows(query?: UsageQuery, options?: CallOptions): AsyncGenerator<UsageRow, void, void>;
}

/** What the organization has, used, and has in work. */
export interface Account {
  /** What was charged for. */
  readonly usage: UsageReader;
  /** Balance and plan. */
  readonly credits: { read(options?: CallOptions): Promise<Result<Credits>> };
  /** What is being done right now. */
  readonly queue: { stats(options?: CallOptions): Promise<Result<QueueStats>> };
}

/** Makes the parts of the client for the account. */
export function createAccount({ send }: LivenessApi): Account {
  const read = (query: UsageQuery = {}, options?: CallOptions): Promise<Result<Usage>> =>
    send({ method: 'GET', path: '/api/v1/usage', query }, options);

  async function* rows(query: UsageQuery = {}, options?: CallOptions) {
    let { cursor } = query;
    do {
      const { data } = await read({ ...query, cursor }, options);
      yield* data.rows;
      cursor = data.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  return {
    usage: { read, rows },
    credits: { read: (options) => send({ method: 'GET', path: '/api/v1/credits' }, options) },
    queue: { stats: (options) => send({ method: 'GET', path: '/api/v1/queue/stats' }, options) },
  };
}
