import type { BotSession } from '@vivant/contract/bot-session';
import type { SessionState } from '../scans/session-runner.ts';
import type { SessionRecord } from './sessions-table.ts';

/** The answer of `GET /api/sessions/{id}`. */
export function presentSession(session: SessionRecord, state: SessionState): BotSession {
  const { id, botId, meetingUrl, meetingSource, meetingName, model, faceGate, bgSegmentation } = session;
  return {
    sessionId: id,
    botId: botId ?? '',
    status: state.status,
    statusReason: state.statusReason,
    meetingUrl,
    meetingSource,
    meetingName,
    model,
    faceGate,
    bgSegmentation,
    createdAt: session.createdAt.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
    participants: [...state.participants],
    results: [...state.results],
  };
}
