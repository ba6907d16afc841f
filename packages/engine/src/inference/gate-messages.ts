import type { GatePassage, GateRequest } from '../frame-gate.ts';
import type { GateNetPaths } from '../nets/gate-nets.ts';

/** What a gate worker needs to start. */
export interface GateWorkerStartData {
  readonly netPaths: GateNetPaths;
}

export type MessageToGateWorker =
  /** `sentNs`: when it was handed in, on the clock of the machine that all threads share (`process.hrtime`). */
  | { readonly kind: 'pass'; readonly request: GateRequest; readonly sentNs: bigint }
  | { readonly kind: 'forget'; readonly streamId: string }
  /** End after the frame that is being inspected; those behind it are dropped. */
  | { readonly kind: 'stop' };

/** Answers to `pass` come in the order of the requests. */
export type MessageFromGateWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly passage: GatePassage }
  | { readonly kind: 'failed'; readonly message: string };
