import type { BotEvent } from '@vivant/contract/bot-event';
import { createScriptedFrameGate } from '@vivant/engine/testing/scripted-frame-gate';
import { describe, expect, it, vi } from 'vitest';
import { JudgementError } from '../checks/frame-judge.ts';
import { createScriptedJudge, judgement } from '../checks/testing/scripted-judge.ts';
import { MeetingProviderError } from '../providers/meeting-provider.ts';
import { createSyntheticProvider, type SyntheticCamera } from '../providers/testing/synthetic-provider.ts';
import { createSessionRunner, SCAN_FPS } from './create-session-runner.ts';
import { type Analysis, ScanConflictError, type SessionPlan } from './session-runner.ts';
import { createManualTime } from './testing/manual-time.ts';
import { sessionPlan } from './testing/session-plan.ts';

const MEETING_URL = 'https://meeting.test/interview';
const FRAME_MS = 1000 / SCAN_FPS;

const camera: SyntheticCamera = (index) => ({
  format: 'rgb',
  width: 1,
  height: 1,
  data: Uint8Array.of(index, 0, 0),
});

/** A session in a synthetic meeting. */
async function setUp(plan: Partial<SessionPlan> = {}) {
  const time = createManualTime();
  const provider = createSyntheticProvider(time);
  const meeting = provider.meeting(MEETING_URL);
  const gate = createScriptedFrameGate();
  const judge = createScriptedJudge();
  const events: BotEvent[] = [];
  const analyses: Analysis[] = [];
  const faults: unknown[] = [];
  let checks = 0;
  let listen: (event: BotEvent) => unknown = () => {};
  const session = createSessionRunner(sessionPlan(plan), {
    judge,
    gate,
    observer: {
      onEvent: (event) => {
        events.push(event);
        listen(event);
      },
      onAnalysis: (analysis) => void analyses.push(analysis),
    },
    clock: time.clock,
    timers: time.timers,
    newId: () => `check-${++checks}`,
    onFault: (error) => void faults.push(error),
  });
  const join = async () => {
    const request = { sessionId: 's', meetingUrl: new URL(MEETING_URL), botName: 'b', logoUrl: undefined };
    const bot = await provider.join({ ...request, joinAt: undefined }, session);
    session.attach(bot);
    await new Promise(setImmediate);
    return bot;
  };
  /** Lets the meeting film `count` frames, one after the other through the gate. */
  const film = async (count: number) => {
    for (let frame = 0; frame < count; frame++) {
      time.advance(FRAME_MS);
      await new Promise(setImmediate);
    }
  };
  const told = () => events.map((event) => ('stage' in event ? event.stage : event.type));
  const hear = (listener: typeof listen) => {
    listen = listener;
  };
  return { hear, time, meeting, gate, judge, events, analyses, faults, session, join, film, told };
}

describe('a session', () => {
  it('scans whoever is on camera and tells it in order', async () => {
    const { meeting, judge, analyses, session, time, join, film, told, events } = await setUp();
    meeting.arrive('Ana', camera);
    await join();
    await film(10);
    expect(told()).toEqual([
      'clear-participants',
      'recall-connected',
      'session-status',
      'participant-joined',
      'webcam-on',
      'waiting',
      'accumulating',
      ...Array.from({ length: 10 }, () => 'frame-progress'),
      'analyzing',
      'participant-result',
      'done',
    ]);
    const [check] = judge.requests;
    expect(check).toMatchObject({ checkId: 'check-1', model: 'mixed-10-v2' });
    expect(check!.frames.map(({ timestampMs }) => timestampMs)).toEqual(
      Array.from({ length: 10 }, (_, index): unknown => expect.closeTo((index + 1) * FRAME_MS)),
    );
    expect(events.find((event) => event.type === 'participant-result')).toEqual({
      type: 'participant-result',
      participantId: 'guest-1',
      participantName: 'Ana',
      verdict: 'live',
      score: 93,
      confidence: 0.93,
      isLive: true,
    });
    expect(analyses).toMatchObject([{ status: 'completed', verdict: 'live', framesProcessed: 10 }]);
    // Nobody is filmed any more, and no timeout runs.
    expect(time.waiting).toBe(0);
    expect(session.state()).toMatchObject({
      status: 'in_call_recording',
      participants: [{ stage: 'done', frames: 10, required: 10, cameraOn: true, result: { isLive: true } }],
      results: [{ participantId: 'guest-1' }],
    });
  });

  it('collects the next while the one before is being judged', async () => {
    const { meeting, judge, join, film, session } = await setUp();
    const release = judge.hold();
    meeting.arrive('Ana', camera);
    meeting.arrive('Bo', camera);
    await join();
    await film(20);
    expect(judge.requests).toHaveLength(2);
    release();
    await vi.waitFor(() =>
      expect(session.state().participants.map(({ stage }) => stage)).toEqual(['done', 'done']),
    );
  });

  it('stops an empty picture by its timeout, with its rejections once a second', async () => {
    const { meeting, gate, join, film, events, told } = await setUp();
    gate.script({ kind: 'rejected', reasons: ['no-face'] });
    meeting.arrive('Ana', camera);
    await join();
    await film(30 * SCAN_FPS);
    const rejections = events.filter((event) => event.type === 'frame-quality-rejected');
    expect(rejections.length).toBeGreaterThanOrEqual(28);
    expect(rejections.length).toBeLessThanOrEqual(30);
    expect(rejections[0]).toMatchObject({ reason: 'no-face', framesCollected: 0, framesRequired: 10 });
    expect(told().at(-1)).toBe('stopped');
    expect(events.at(-1)).toMatchObject({ reason: 'timeout' });
    expect(gate.forgotten).toEqual([`${sessionPlan().sessionId}/1`]);
  });

  it('begins the run anew when no frame passes for long', async () => {
    const { meeting, gate, join, film, events, judge } = await setUp();
    meeting.arrive('Ana', camera);
    await join();
    await film(6);
    gate.script({ kind: 'rejected', reasons: ['no-face'] });
    await film(24);
    gate.script(({ image }) => ({ kind: 'passed', format: 'png', data: image.data }));
    await film(10);
    const progress = events.flatMap((event) => (event.type === 'frame-progress' ? [event.frames] : []));
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(judge.requests[0]!.frames[0]!.timestampMs).toBeCloseTo(31 * FRAME_MS);
  });

  it('tells and records a failed analysis', async () => {
    const { meeting, judge, join, film, analyses, faults, events } = await setUp();
    judge.script(new JudgementError('out of reach', { retryable: true }));
    meeting.arrive('Ana', camera);
    await join();
    await film(10);
    await vi.waitFor(() => expect(analyses).toMatchObject([{ status: 'failed', error: 'out of reach' }]));
    expect(events).toContainEqual({
      type: 'analysis-failed',
      participantId: 'guest-1',
      participantName: 'Ana',
      error: 'out of reach',
    });
    expect(faults).toEqual([]);
  });

  it('reports a failure that nobody foresaw, and shows none of its words', async () => {
    const { meeting, judge, join, film, analyses, faults } = await setUp();
    judge.script(new Error('socket 10.0.0.7 closed'));
    meeting.arrive('Ana', camera);
    await join();
    await film(10);
    await vi.waitFor(() => expect(analyses).toMatchObject([{ error: 'The analysis failed.' }]));
    expect(faults).toHaveLength(1);
  });

  it('scans again after its interval', async () => {
    const { meeting, judge, time, join, film } = await setUp({ rescanIntervalSeconds: 60 });
    judge.script(() => judgement(judge.requests.length === 1 ? 0.9 : 0.1));
    meeting.arrive('Ana', camera);
    const bot = await join();
    await film(10);
    time.advance(59_999);
    expect(judge.requests).toHaveLength(1);
    time.advance(1);
    await film(10);
    expect(judge.requests).toHaveLength(2);
    await bot.leave();
  });
});

describe('commands', () => {
  it('answer for participants who are there, and only for those', async () => {
    const { meeting, session, join, film, judge } = await setUp({ targetParticipantNames: ['nobody'] });
    const ana = meeting.arrive('Ana', camera);
    const dark = meeting.arrive('Bo');
    await join();
    expect(session.scan('ghost')).toBe(false);
    expect(session.stop('ghost')).toBe(false);
    expect(() => session.scan(dark.participantId)).toThrow(ScanConflictError);
    expect(session.scan(ana.participantId)).toBe(true);
    expect(session.stop(ana.participantId)).toBe(true);
    expect(session.retry(ana.participantId)).toBe(true);
    await film(10);
    expect(judge.requests).toHaveLength(1);
  });
});

describe('the end', () => {
  it('leaves the meeting, gives up what goes on and tells nothing more', async () => {
    const { meeting, judge, time, session, join, film, events, analyses, faults } = await setUp({
      rescanIntervalSeconds: 60,
    });
    judge.hold();
    const ana = meeting.arrive('Ana', camera);
    meeting.arrive('Bo', camera);
    await join();
    await film(12);
    await session.end('stopped', 'asked for');
    expect(meeting.bots).toEqual([]);
    expect(judge.requests[0]!.signal.aborted).toBe(true);
    expect(time.waiting).toBe(0);
    expect(events.at(-1)).toEqual({ type: 'session-status', status: 'stopped', reason: 'asked for' });
    expect(analyses).toMatchObject([{ status: 'failed' }]);
    const count = events.length;
    await session.end('fatal');
    session.onEvent({ kind: 'camera-off', participantId: ana.participantId });
    await new Promise(setImmediate);
    expect(events).toHaveLength(count);
    expect(faults).toEqual([]);
    expect(() => session.scan(ana.participantId)).toThrow('This session has already ended');
  });

  it('by the meeting leaves it as well, after the last verdict', async () => {
    const { meeting, judge, join, film, events } = await setUp();
    const release = judge.hold();
    meeting.arrive('Ana', camera);
    await join();
    await film(10);
    meeting.tell({ kind: 'status', status: 'call_ended' });
    expect(meeting.bots).toHaveLength(1);
    release();
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'session-status', status: 'done' }));
    expect(meeting.bots).toEqual([]);
  });

  it('asked for by a listener in the middle of an event is told after the rest of it', async () => {
    const { session, hear, events } = await setUp();
    hear((event) => event.type === 'participant-joined' && void session.end('stopped'));
    session.onEvent({
      kind: 'joined',
      participant: { participantId: 'a', participantName: 'Ana', numericId: null },
    });
    session.onEvent({ kind: 'camera-on', participantId: 'a' });
    expect(events.map((event) => event.type).slice(1)).toEqual([
      'participant-joined',
      'webcam-on',
      'participant-stage',
      'participant-stage',
      'participant-stage',
      'session-status',
    ]);
  });

  it('before the bot is there makes it leave at once', async () => {
    const { meeting, session, join } = await setUp();
    await session.end('stopped');
    await join();
    expect(meeting.bots).toEqual([]);
  });

  it('comes also when the bot fails at everything it is asked', async () => {
    const { session, faults, events } = await setUp();
    const fail = () => {
      throw new Error('the bot is broken');
    };
    session.attach({ botId: 'b', watch: fail, leave: async () => fail() });
    const participant = { participantId: 'a', participantName: 'Ana', numericId: null };
    session.onEvent({ kind: 'joined', participant });
    session.onEvent({ kind: 'camera-on', participantId: 'a' });
    session.onEvent({ kind: 'camera-off', participantId: 'a' });
    await session.end('stopped');
    expect(faults.length).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ status: 'stopped' });
  });

  it('comes also when the bot cannot be made to leave', async () => {
    const { session, faults, events } = await setUp();
    const failure = new MeetingProviderError('gone', { retryable: false });
    session.attach({ botId: 'b', watch: () => {}, leave: () => Promise.reject(failure) });
    await session.end('stopped');
    expect(faults).toEqual([failure]);
    expect(events.at(-1)).toMatchObject({ status: 'stopped' });
  });
});
