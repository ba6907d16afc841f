import type { VideoStatus, VideoSubmission } from '@vivant/contract/video-submission';
import { presentCheck } from '../checks/present-check.ts';
import type { FoundSubmission, NewSubmission } from './submission-store.ts';

/** An accepted video as its sender is told. */
export function presentSubmission(submission: NewSubmission, tenant: string): VideoSubmission {
  return {
    submission_id: submission.id,
    tenant,
    status: 'pending',
    model: submission.model,
    message: 'The video is queued. Poll its status until it is completed or failed.',
    tenant_metadata: submission.metadata,
    created_at: submission.createdAt.toISOString(),
  };
}

/**
 * The state of a submission as it is polled.
 * @param isHeld whether a living worker has it: one whose worker died waits again
 */
export function presentStatus(
  { submission, check }: FoundSubmission,
  tenant: string,
  isHeld: boolean,
): VideoStatus {
  const status = submission.status === 'processing' && !isHeld ? 'pending' : submission.status;
  return {
    submission_id: submission.id,
    tenant,
    status,
    result: check && presentCheck(check, submission.id),
    tenant_metadata: submission.metadata,
    message: messageOf(status, check?.diagnostics.runs, check?.framesProcessed),
    error: submission.error,
    created_at: submission.createdAt.toISOString(),
    completed_at: submission.completedAt?.toISOString() ?? null,
  };
}

function messageOf(status: VideoStatus['status'], runs = 1, frames = 0): string {
  const judged = runs === 1 ? 'one run' : `${runs} runs`;
  const messages: Record<VideoStatus['status'], string> = {
    pending: 'The video waits for a worker.',
    processing: 'The video is being judged.',
    completed: `Judged by ${frames} frames in ${judged} of consecutive frames.`,
    failed: 'The video could not be judged. Nothing was charged.',
  };
  return messages[status];
}
