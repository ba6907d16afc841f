import type { SessionParticipant } from '@vivant/contract/bot-session';
import type { Participant } from './participant.ts';
import type { ScanSession } from './scan-session.ts';
import type { SessionState } from './session-runner.ts';

/** What others may see of a session. */
export function presentSession(session: ScanSession): SessionState {
  const { status, statusReason, participants, plan, results } = session;
  const present = (participant: Participant) => presentParticipant(participant, plan.framesRequired);
  return { status, statusReason, participants: [...participants.values()].map(present), results };
}

function presentParticipant(
  { who, scan, camera, matchedTarget, result }: Participant,
  required: number,
): SessionParticipant {
  return {
    participantId: who.participantId,
    participantName: who.participantName,
    numericId: who.numericId,
    stage: scan.stage,
    reason: scan.stage === 'stopped' ? scan.reason : null,
    cameraOn: camera.state === 'on',
    matchedTarget,
    frames: framesOf(scan, required),
    required,
    result,
  };
}

/** Frames collected by the latest scan; what a stopped one had is gone. */
function framesOf(scan: Participant['scan'], required: number): number {
  switch (scan.stage) {
    case 'accumulating':
      return scan.frames;
    case 'analyzing':
    case 'done':
      return required;
    case 'waiting':
    case 'matched':
    case 'stopped':
  }
  return 0;
}
