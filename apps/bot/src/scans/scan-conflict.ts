import { accumulatingIn, type ScanSession } from './scan-session.ts';

/** Why a participant cannot be scanned now, in the words of the answer; undefined when they can. */
export function findScanConflict(session: ScanSession, participantId: string): string | undefined {
  if (session.phase !== 'open') return 'This session has already ended';
  const participant = session.participants.get(participantId);
  if (!participant) return 'There is no such participant';
  const accumulating = accumulatingIn(session);
  if (participant.policy === 'never') return 'This participant is excluded from scanning';
  if (participant.scan.stage === 'analyzing') return 'This participant is being analyzed';
  if (accumulating?.who.participantId === participantId) return 'This participant is already being scanned';
  if (accumulating) return 'Another participant is currently being scanned';
  if (participant.camera.state === 'off') return "Camera is off - can't scan yet";
  return undefined;
}

/** Why a participant's collection cannot be stopped now; undefined when it can. */
export function findStopConflict(session: ScanSession, participantId: string): string | undefined {
  if (session.phase !== 'open') return 'This session has already ended';
  const stage = session.participants.get(participantId)?.scan.stage;
  return stage === 'accumulating' ? undefined : 'This participant is not being scanned';
}
