import type { CaptureWarning } from '@vivant/contract/capture-warning';
import type { StreamBuffering, StreamComplete } from '@vivant/contract/fast-check-stream';
import type { CheckRecord } from '../checks/checks-table.ts';
import { presentCheck } from '../checks/present-check.ts';

/** The answer to a frame that leaves its set incomplete. */
export function presentBuffering(state: {
  readonly sessionId: string;
  readonly framesReceived: number;
  readonly framesRequired: number;
  readonly ttlMs: number;
  readonly warnings: CaptureWarning[] | null;
}): StreamBuffering {
  return {
    status: 'buffering',
    session_id: state.sessionId,
    frames_received: state.framesReceived,
    frames_required: state.framesRequired,
    ttl_seconds: Math.ceil(state.ttlMs / 1000),
    warnings: state.warnings,
  };
}

/** The answer to the frame that completes its set, and to every later one. */
export function presentComplete(
  record: CheckRecord,
  { sessionId, framesRequired }: { readonly sessionId: string; readonly framesRequired: number },
): StreamComplete {
  return {
    ...presentCheck(record, sessionId),
    status: 'complete',
    frames_received: record.diagnostics.framesReceived,
    frames_required: framesRequired,
    ttl_seconds: 0,
  };
}
