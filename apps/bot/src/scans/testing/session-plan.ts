import type { SessionPlan } from '../session-runner.ts';

/** A plan that scans everyone with 10 frames, unless overridden. */
export function sessionPlan(override: Partial<SessionPlan> = {}): SessionPlan {
  return {
    sessionId: '5f0c1c1e-6f0b-4f44-9d2b-1d5f0f7a8c11',
    model: 'mixed-10-v2',
    framesRequired: 10,
    collectionSeconds: 30,
    targetParticipantNames: [],
    excludeParticipantNames: [],
    faceGate: false,
    bgSegmentation: false,
    rescanIntervalSeconds: undefined,
    ...override,
  };
}
