import type { BotEvent, ParticipantVerdict } from '@vivant/contract/bot-event';
import type { SessionParticipant } from '@vivant/contract/bot-session';
import type { SessionState } from '../scans/session-runner.ts';

/** The events that bring somebody who knows nothing to the present state of a session. */
export function replayState({ status, statusReason, participants, results }: SessionState): BotEvent[] {
  return [
    { type: 'clear-participants' },
    { type: 'session-status', status, ...(statusReason !== null && { reason: statusReason }) },
    ...participants.flatMap((participant) => replayParticipant(participant, results)),
  ];
}

/** All verdicts, oldest first: whether they agree is told by more than the last. */
function replayParticipant(
  participant: SessionParticipant,
  results: readonly ParticipantVerdict[],
): BotEvent[] {
  const { participantId, participantName, stage, reason, cameraOn, matchedTarget } = participant;
  const { numericId, frames, required } = participant;
  const who = { participantId, participantName };
  const events: BotEvent[] = [
    { type: 'participant-joined', ...who },
    { type: cameraOn ? 'webcam-on' : 'webcam-off', ...who },
  ];
  if (matchedTarget !== null) events.push({ type: 'participant-matched', ...who, matchedTarget, numericId });
  events.push({ type: 'participant-stage', ...who, stage, ...(reason !== null && { reason }) });
  if (stage === 'accumulating') events.push({ type: 'frame-progress', ...who, frames, required });
  const own = results.filter((result) => result.participantId === participantId);
  return [...events, ...own.map((result) => ({ type: 'participant-result' as const, ...result }))];
}
