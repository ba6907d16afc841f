import type { Upload } from '@vivant/contract/upload';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { StoredBatch } from '../buffers/store-batch.ts';

/** The answer to an upload. A session that has its verdict keeps no frames and needs none. */
export function presentUpload(
  stored: StoredBatch,
  { framesRequired }: ModelManifest,
  { sessionId, isDurable }: { readonly sessionId: string; readonly isDurable: boolean },
): { data: Upload; success: true; message: string } {
  const isFinished = stored.kind === 'finished';
  const framesReceived = isFinished ? stored.record.diagnostics.framesReceived : stored.framesReceived;
  return {
    data: {
      session_id: sessionId,
      frames_received: framesReceived,
      frames_required: framesRequired,
      is_complete: isFinished || framesReceived >= framesRequired,
      ttl_seconds: isFinished ? 0 : Math.ceil(stored.ttlMs / 1000),
      stored_durable: !isFinished && isDurable,
    },
    success: true,
    message: isFinished
      ? 'The session already has its verdict; the frames were not kept.'
      : `${framesReceived} of ${framesRequired} frames are buffered.`,
  };
}
