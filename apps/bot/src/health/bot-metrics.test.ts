import type { BotEvent } from '@vivant/contract/bot-event';
import { expect, it } from 'vitest';
import { createBotMetrics } from './bot-metrics.ts';

const who = { participantId: 'id-of-ada', participantName: 'Ada' };

const EVENTS: readonly BotEvent[] = [
  { type: 'participant-joined', ...who },
  { type: 'session-status', status: 'in_call_recording' },
  { type: 'frame-quality-rejected', ...who, reason: 'no-face', framesCollected: 0, framesRequired: 10 },
  { type: 'participant-stage', ...who, stage: 'accumulating' },
  { type: 'participant-stage', ...who, stage: 'stopped', reason: 'timeout' },
  { type: 'participant-result', ...who, verdict: 'fake', score: 3, confidence: 0.03, isLive: false },
  { type: 'analysis-failed', ...who, error: 'no answer' },
  { type: 'recall-disconnected' },
  { type: 'session-status', status: 'done' },
];

it('counts what happens in sessions, and names nobody', async () => {
  const metrics = createBotMetrics({ countSessions: () => 2, countStreams: () => 3 });
  for (const event of EVENTS) metrics.countEvent(event);
  metrics.countFailedDismissal();
  const text = await metrics.read();
  const samples = text.split('\n').filter((line) => line.startsWith('vivant_bot_'));
  expect(samples).toEqual([
    'vivant_bot_sessions 2',
    'vivant_bot_event_streams 3',
    'vivant_bot_sessions_ended_total{status="done"} 1',
    'vivant_bot_verdicts_total{verdict="fake"} 1',
    'vivant_bot_analyses_failed_total 1',
    'vivant_bot_scans_stopped_total{reason="timeout"} 1',
    'vivant_bot_rejections_total{reason="no-face"} 1',
    'vivant_bot_provider_disconnects_total 1',
    'vivant_bot_dismissals_failed_total 1',
  ]);
  expect(text).not.toMatch(/ada/i);
  metrics.close();
});
