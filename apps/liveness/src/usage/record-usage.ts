import type { UsageEndpoint } from '@vivant/contract/usage';
import type { InputSource } from '@vivant/contract/verification-result';
import type { SqlDatabase } from '@vivant/service-kit/database';
import type { CheckRecord } from '../checks/checks-table.ts';
import { usageEntries } from './usage-table.ts';

/** The operation that brings material of a kind, unless it says otherwise. */
const ENDPOINTS: Readonly<Record<InputSource, UsageEndpoint>> = {
  rest_frames: 'fast-check',
  rest_crops: 'fast-check-crops',
  rest_stream: 'fast-check-stream',
  rest_landmarks: 'live-check',
  upload_frames: 'v2/fast-check',
  upload_landmarks: 'v2/live-check',
  video_upload: 'video/detect',
};

/** Writes down what a check cost; belongs into the transaction that charges for it. */
export async function recordUsage(
  transaction: SqlDatabase,
  check: CheckRecord,
  credits: number,
  endpoint: UsageEndpoint = ENDPOINTS[check.inputSource],
): Promise<void> {
  await transaction.insert(usageEntries).values({
    checkId: check.id,
    organizationId: check.organizationId,
    keyId: check.keyId,
    endpoint,
    model: check.model,
    verdict: check.verdict,
    framesProcessed: check.framesProcessed,
    processingMs: check.processingMs,
    credits,
    createdAt: check.createdAt,
  });
}
