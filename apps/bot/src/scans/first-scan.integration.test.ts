import type { BotEvent } from '@vivant/contract/bot-event';
import { createFrameGate } from '@vivant/engine/frame-gate-pool';
import { decodeImage } from '@vivant/engine/image/decode';
import { drawPortrait, placeOn } from '@vivant/engine/testing/drawn-portrait';
import { testNetPaths } from '@vivant/engine/testing/test-weights';
import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { expect, it } from 'vitest';
import { createScriptedJudge } from '../checks/testing/scripted-judge.ts';
import { createSyntheticProvider, type SyntheticCamera } from '../providers/testing/synthetic-provider.ts';
import { createSessionRunner } from './create-session-runner.ts';
import { sessionPlan } from './testing/session-plan.ts';
import { systemTimers } from './timers.ts';

const MEETING_URL = 'https://meeting.test/interview';
const SIZE = { width: 320, height: 180 };

const face: SyntheticCamera = (index) => {
  const { width, height } = SIZE;
  return { format: 'rgb', ...placeOn(width, height, drawPortrait(height), 60 + (index % 5), 0) };
};
const emptyRoom: SyntheticCamera = () => {
  const { width, height } = SIZE;
  return { format: 'i420', width, height, data: new Uint8Array((width * height * 3) / 2).fill(120) };
};

it('scans a face through the real gate and rejects an empty room', async () => {
  const gate = createFrameGate({ netPaths: await testNetPaths(), workers: 1 });
  await gate.start();
  const provider = createSyntheticProvider({ clock: systemClock, timers: systemTimers });
  const meeting = provider.meeting(MEETING_URL);
  const judge = createScriptedJudge();
  const faults: unknown[] = [];
  let tellSeen = () => {};
  const seen = new Promise<void>((resolve) => {
    tellSeen = resolve;
  });
  const session = createSessionRunner(sessionPlan({ faceGate: true }), {
    judge,
    gate,
    clock: systemClock,
    timers: systemTimers,
    newId: randomId,
    onFault: (error) => faults.push(error),
    observer: {
      onEvent: (event: BotEvent) => {
        if (event.type !== 'frame-quality-rejected') return;
        expect(event).toMatchObject({ participantName: 'Empty room', reason: 'no-face' });
        tellSeen();
      },
      onAnalysis: () => {},
    },
  });
  meeting.arrive('Ana', face);
  meeting.arrive('Empty room', emptyRoom);
  const request = { sessionId: 's', meetingUrl: new URL(MEETING_URL), botName: 'b', logoUrl: undefined };
  session.attach(await provider.join({ ...request, joinAt: undefined }, session));
  await seen;
  await session.end('stopped');
  await gate.stop();

  expect(faults).toEqual([]);
  expect(session.state().results).toMatchObject([{ participantName: 'Ana', verdict: 'live' }]);
  const { frames } = judge.requests[0]!;
  expect(frames).toHaveLength(10);
  for (const { data } of frames) expect(decodeImage(data)).toMatchObject({ ok: true, image: SIZE });
  const pauses = frames.slice(1).map(({ timestampMs }, index) => timestampMs - frames[index]!.timestampMs);
  for (const pauseMs of pauses) expect(pauseMs).toBeGreaterThan(0);
});
