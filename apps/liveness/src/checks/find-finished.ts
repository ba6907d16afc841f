import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { Principal } from '../keys/principal.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import type { CheckRecord } from './checks-table.ts';
import { requireSameModel } from './run-check.ts';

/** Gives the verdict a session already has, without judging anything. */
export type FindFinished = (
  principal: Principal,
  model: ModelManifest,
  sessionId: string,
) => Promise<CheckRecord | undefined>;

/**
 * Builds the look-up for material that comes in parts: its last part may be long gone when it is asked for again.
 * @throws ApiError `session_model_mismatch` when another model reached the verdict
 */
export function createFindFinished(
  findVerdict: (session: SessionRef) => Promise<CheckRecord | undefined>,
): FindFinished {
  return async ({ organizationId }, model, sessionId) => {
    const record = await findVerdict({ organizationId, sessionId });
    if (record) requireSameModel(model, record);
    return record;
  };
}
