import type { BotEvent } from '@vivant/contract/bot-event';
import { describe, expect, it } from 'vitest';
import { countPeople, EMPTY_SESSION, hasEnded, hasFlipped, latestVerdict, reduce } from './session-view.ts';

const ada = { participantId: 'p1', participantName: 'Ada Obi' };
const ben = { participantId: 'p2', participantName: 'Ben Ruiz' };

function result(who: typeof ada, score: number): BotEvent {
  const verdict = score >= 65 ? 'live' : 'fake';
  return { type: 'participant-result', ...who, verdict, score, confidence: score / 100, isLive: score >= 65 };
}

/** Events as they come from the stream, numbered from `firstId`. */
function after(events: readonly BotEvent[], view = EMPTY_SESSION, firstId = 1) {
  return events.reduce(
    (seen, event, index) =>
      reduce(seen, {
        ...event,
        id: firstId + index,
        timestamp: `2026-11-20T10:00:${String(firstId + index).padStart(2, '0')}Z`,
      }),
    view,
  );
}

const scan: BotEvent[] = [
  { type: 'clear-participants' },
  { type: 'session-status', status: 'in_call_recording' },
  { type: 'participant-joined', ...ada },
  { type: 'webcam-on', ...ada },
  { type: 'participant-stage', ...ada, stage: 'accumulating' },
  { type: 'frame-progress', ...ada, frames: 3, required: 10 },
];

describe('a scan', () => {
  it('shows how many frames are collected', () => {
    expect(after(scan).participants).toMatchObject([
      { ...ada, stage: 'accumulating', cameraOn: true, frames: 3, required: 10, hint: undefined },
    ]);
  });

  it('shows why a frame was of no use until one is', () => {
    const rejected = after([
      ...scan,
      { type: 'frame-quality-rejected', ...ada, reason: 'too-dark', framesCollected: 3, framesRequired: 10 },
    ]);
    expect(rejected.participants[0]).toMatchObject({ hint: 'too-dark', frames: 3 });

    const usable = after([{ type: 'frame-progress', ...ada, frames: 4, required: 10 }], rejected, 8);
    expect(usable.participants[0]).toMatchObject({ hint: undefined, frames: 4 });
  });

  it('starts from zero when it is repeated, and forgets why it failed', () => {
    const failed = after([...scan, { type: 'analysis-failed', ...ada, error: 'The service is busy' }]);
    expect(failed.participants[0]).toMatchObject({ failure: 'The service is busy' });

    const again = after([{ type: 'participant-stage', ...ada, stage: 'accumulating' }], failed, 8);
    expect(again.participants[0]).toMatchObject({ frames: 0, failure: undefined });
  });

  it.each(['timeout', 'camera-off', 'manual', 'left'] as const)('that stops by %s says so', (reason) => {
    const view = after([...scan, { type: 'participant-stage', ...ada, stage: 'stopped', reason }]);
    expect(view.participants[0]).toMatchObject({ stage: 'stopped', stopReason: reason });
  });

  it('ends with a verdict', () => {
    const view = after([...scan, { type: 'participant-stage', ...ada, stage: 'analyzing' }, result(ada, 91)]);
    expect(view.participants[0]).toMatchObject({ stage: 'done', verdicts: [{ verdict: 'live', score: 91 }] });
    expect(view.activity[0]).toMatchObject({ tone: 'good', text: 'Ada Obi: Live, score 91' });
  });
});

describe('verdicts that contradict each other', () => {
  const flipped = after([...scan, result(ada, 91), result(ada, 12)]);

  it('are flagged', () => {
    expect(latestVerdict(flipped.participants[0]!)).toMatchObject({
      latest: { verdict: 'fake' },
      before: { verdict: 'live' },
      isFlip: true,
    });
    expect(flipped.activity[0]).toMatchObject({
      tone: 'warn',
      text: 'Ada Obi: verdict changed to Fake, score 12',
    });
  });

  it('stay known after verdicts that agree again', () => {
    const [participant] = after([result(ada, 8)], flipped, 9).participants;
    expect(latestVerdict(participant!)?.isFlip).toBe(false);
    expect(hasFlipped(participant!)).toBe(true);
  });

  it('are told from verdicts that agree', () => {
    const [participant] = after([...scan, result(ada, 91), result(ada, 70)]).participants;
    expect(latestVerdict(participant!)?.isFlip).toBe(false);
    expect(hasFlipped(participant!)).toBe(false);
  });
});

describe('a reconnection', () => {
  const events = [...scan, result(ada, 91), result(ada, 12)];
  const before = after(events);

  it('that repeats everything changes nothing', () => {
    const repeated = after(events, before);
    expect(repeated.participants).toEqual(before.participants);
    expect(repeated.activity).toEqual(before.activity);
  });

  it('that starts from the present state keeps the verdicts known before', () => {
    const replay: BotEvent[] = [
      { type: 'clear-participants' },
      { type: 'session-status', status: 'in_call_recording' },
      { type: 'participant-joined', ...ada },
      { type: 'participant-stage', ...ada, stage: 'done' },
      result(ada, 12),
    ];
    const resumed = replay.reduce(
      (view, event) => reduce(view, { ...event, id: before.lastEventId, timestamp: '2026-11-20T10:01:00Z' }),
      before,
    );
    expect(resumed.participants[0]?.verdicts).toEqual(before.participants[0]?.verdicts);
    expect(resumed.activity).toEqual(before.activity);
  });

  it('that replays all verdicts of a participant shows the flip to who comes late', () => {
    const replay: BotEvent[] = [
      { type: 'clear-participants' },
      { type: 'participant-joined', ...ada },
      result(ada, 91),
      result(ada, 12),
    ];
    const late = replay.reduce(
      (view, event) => reduce(view, { ...event, id: 40, timestamp: '2026-11-20T11:00:00Z' }),
      EMPTY_SESSION,
    );
    expect(latestVerdict(late.participants[0]!)?.isFlip).toBe(true);
    // When they were given is not known.
    expect(late.participants[0]?.verdicts.map((one) => one.at)).toEqual([undefined, undefined]);
  });

  it('drops people whom the present state does not know any more', () => {
    const [cleared] = [after([{ type: 'clear-participants' }], before, 50)];
    expect(cleared?.participants).toEqual([]);
  });
});

describe('people', () => {
  it('are counted by their newest verdict', () => {
    const view = after([
      ...scan,
      { type: 'participant-joined', ...ben },
      { type: 'participant-joined', participantId: 'p3', participantName: 'Chi Wu' },
      result(ada, 20),
      result(ada, 80),
      result(ben, 20),
    ]);
    expect(countPeople(view)).toEqual({ people: 3, live: 1, fake: 1, unverified: 1 });
  });

  it('keep their verdict when they leave, and are there again when they come back', () => {
    const left = after([...scan, result(ada, 91), { type: 'participant-left', participantId: 'p1' }]);
    expect(left.participants[0]).toMatchObject({ isPresent: false, verdicts: [{ score: 91 }] });
    expect(left.activity[0]?.text).toBe('Ada Obi left');
    expect(after([{ type: 'webcam-on', ...ada }], left, 20).participants[0]).toMatchObject({
      isPresent: true,
      cameraOn: true,
    });
  });

  it('who change their name are followed under the new one', () => {
    const renamed = after([...scan, { type: 'participant-joined', ...ada, participantName: 'A. Obi' }]);
    expect(renamed.participants).toMatchObject([{ participantName: 'A. Obi', frames: 3 }]);
    expect(renamed.activity[0]?.text).toBe('Ada Obi is now called A. Obi');
  });

  it('who leave without having been seen are not shown', () => {
    expect(after([{ type: 'participant-left', participantId: 'p9' }]).participants).toEqual([]);
  });

  it('are shown with the name that was expected', () => {
    const view = after([
      { type: 'participant-matched', ...ada, matchedTarget: 'Obi', numericId: 7 },
      { type: 'participant-stage', ...ada, stage: 'matched' },
    ]);
    expect(view.participants[0]).toMatchObject({ stage: 'matched', matchedTarget: 'Obi' });
  });
});

describe('the session', () => {
  it.each([
    ['fatal', true],
    ['stopped', true],
    ['in_call_recording', false],
    ['breakout_room', false],
  ])('with status %s has ended: %s', (status, ended) => {
    expect(hasEnded(after([{ type: 'session-status', status, reason: 'why' }]))).toBe(ended);
  });

  it('tells when the meeting is lost and found', () => {
    const lost = after([{ type: 'recall-connected' }, { type: 'recall-disconnected' }]);
    expect(lost.meetingConnected).toBe(false);
    const found = after([{ type: 'recall-connected' }], lost, 3);
    expect(found.meetingConnected).toBe(true);
    expect(found.activity.map((line) => line.text)).toEqual([
      'Connected to the meeting again',
      'Lost the connection to the meeting',
    ]);
  });

  it('keeps a bounded list of what happened', () => {
    const toggles = Array.from({ length: 500 }, (): BotEvent => ({ type: 'webcam-off', ...ada }));
    expect(after(toggles).activity).toHaveLength(200);
  });
});
