import type { SessionParticipant } from '@vivant/contract/bot-session';
import { expect, it } from 'vitest';
import { replayState } from './replay-state.ts';

const who = { participantId: 'a', participantName: 'Ada' };

const ada: SessionParticipant = {
  ...who,
  numericId: 7,
  stage: 'waiting',
  reason: null,
  cameraOn: true,
  matchedTarget: null,
  frames: 0,
  required: 10,
  result: null,
};

const replay = (
  participant: Partial<SessionParticipant>,
  results: Parameters<typeof replayState>[0]['results'] = [],
) =>
  replayState({
    status: 'in_call_recording',
    statusReason: null,
    participants: [{ ...ada, ...participant }],
    results,
  });

it('brings somebody who knows nothing to the present state', () => {
  expect(replay({ stage: 'accumulating', frames: 4, matchedTarget: 'ada' })).toEqual([
    { type: 'clear-participants' },
    { type: 'session-status', status: 'in_call_recording' },
    { type: 'participant-joined', ...who },
    { type: 'webcam-on', ...who },
    { type: 'participant-matched', ...who, matchedTarget: 'ada', numericId: 7 },
    { type: 'participant-stage', ...who, stage: 'accumulating' },
    { type: 'frame-progress', ...who, frames: 4, required: 10 },
  ]);
});

it('tells why a collection was stopped, and that a camera is off', () => {
  expect(replay({ stage: 'stopped', reason: 'camera-off', cameraOn: false }).slice(3)).toEqual([
    { type: 'webcam-off', ...who },
    { type: 'participant-stage', ...who, stage: 'stopped', reason: 'camera-off' },
  ]);
});

it('tells all verdicts of a participant, so that a flip can be seen', () => {
  const live = { ...who, verdict: 'live' as const, score: 90, confidence: 0.9, isLive: true };
  const fake = { ...who, verdict: 'fake' as const, score: 10, confidence: 0.1, isLive: false };
  const other = { ...live, participantId: 'b' };
  expect(replay({ stage: 'done', result: fake }, [live, other, fake]).slice(-2)).toEqual([
    { type: 'participant-result', ...live },
    { type: 'participant-result', ...fake },
  ]);
});
