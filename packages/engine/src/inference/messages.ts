import type { CheckOutcome, CheckRequest } from '../check.ts';
import type { Model } from '../models.ts';
import type { NetPaths } from '../nets/nets.ts';

/** What a worker needs to start: file paths and data, no open handles. */
export interface WorkerStartData {
  readonly netPaths: NetPaths;
  readonly models: readonly Model[];
}

export type MessageToWorker =
  | { readonly kind: 'check'; readonly id: number; readonly request: CheckRequest }
  /** End after the frame that is being judged. */
  | { readonly kind: 'stop' };

export type MessageFromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: CheckOutcome }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
