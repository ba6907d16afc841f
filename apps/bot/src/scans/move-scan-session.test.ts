import type { BotEvent } from '@vivant/contract/bot-event';
import { describe, expect, it } from 'vitest';
import { judgement } from '../checks/testing/scripted-judge.ts';
import { moveScanSession } from './move-scan-session.ts';
import { presentSession } from './present-session.ts';
import { findScanConflict, findStopConflict } from './scan-conflict.ts';
import { openScanSession, type ScanEffect, type ScanEvent } from './scan-session.ts';
import type { SessionPlan } from './session-runner.ts';
import { sessionPlan } from './testing/session-plan.ts';

/** A session that is told events at moments, and what came of them. */
class Scenario {
  session;
  nowMs = 0;
  readonly effects: ScanEffect[] = [];

  constructor(plan: Partial<SessionPlan> = {}) {
    this.session = openScanSession(sessionPlan(plan));
  }

  /** Returns what this event told, in short. */
  take(event: ScanEvent): string[] {
    const { next, effects } = moveScanSession(this.session, event, this.nowMs);
    this.session = next;
    this.effects.push(...effects);
    return effects.flatMap((effect) => (effect.kind === 'tell' ? [inShort(effect.event)] : []));
  }

  join(participantId: string, participantName = participantId): void {
    this.take({ kind: 'joined', participant: { participantId, participantName, numericId: null } });
  }

  /** Enters with the camera on. */
  appear(participantId: string, participantName = participantId): string[] {
    this.join(participantId, participantName);
    return this.take({ kind: 'camera-on', participantId });
  }

  camera(participantId: string, state: 'on' | 'off'): string[] {
    return this.take({ kind: `camera-${state}`, participantId });
  }

  /** Completes the collection that is under way. */
  collect(): string[] {
    return this.take({ kind: 'frames', scanId: this.scanId, frames: 10 });
  }

  judge(scanId: number, realScore = 0.9): string[] {
    return this.take({ kind: 'judged', scanId, judgement: judgement(realScore) });
  }

  /** A whole scan of whoever is in turn. */
  finishScan(realScore = 0.9): string[] {
    this.collect();
    return this.judge(this.scanId, realScore);
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  /** The scan that began last. */
  get scanId(): number {
    return this.session.nextScanId - 1;
  }

  get stages(): Record<string, string> {
    const { participants } = presentSession(this.session);
    return Object.fromEntries(
      participants.map(({ participantId, stage, reason }) => [
        participantId,
        reason ? `${stage} ${reason}` : stage,
      ]),
    );
  }

  kinds(kind: ScanEffect['kind']): ScanEffect[] {
    return this.effects.filter((effect) => effect.kind === kind);
  }
}

function inShort(event: BotEvent): string {
  const who = 'participantId' in event ? ` ${event.participantId}` : '';
  if (event.type === 'participant-stage')
    return `${event.stage}${who}${event.reason ? ` ${event.reason}` : ''}`;
  if (event.type === 'session-status') return `session-status ${event.status}`;
  return `${event.type}${who}`;
}

describe('people', () => {
  it('are announced at the first sight of their camera, not before', () => {
    const scenario = new Scenario();
    scenario.join('a');
    expect(scenario.kinds('tell')).toEqual([]);
    expect(scenario.camera('a', 'on')).toEqual([
      'participant-joined a',
      'webcam-on a',
      'waiting a',
      'accumulating a',
    ]);
  });

  it('are matched on sight in targeted mode, and nobody else is scanned', () => {
    const scenario = new Scenario({ targetParticipantNames: ['Zoë'] });
    expect(scenario.appear('a', 'Ana')).toEqual(['participant-joined a', 'webcam-on a', 'waiting a']);
    expect(scenario.appear('z', 'zoe lima')).toEqual([
      'participant-joined z',
      'webcam-on z',
      'waiting z',
      'participant-matched z',
      'matched z',
      'accumulating z',
    ]);
    expect(presentSession(scenario.session).participants[1]).toMatchObject({ matchedTarget: 'Zoë' });
  });

  it('who are excluded are never scanned, wanted or not, by hand or not', () => {
    const scenario = new Scenario({ targetParticipantNames: ['Ana'], excludeParticipantNames: ['ana lima'] });
    expect(scenario.appear('a', 'Ana Lima')).toEqual(['participant-joined a', 'webcam-on a', 'waiting a']);
    expect(findScanConflict(scenario.session, 'a')).toBe('This participant is excluded from scanning');
  });

  it('who are not wanted can be scanned by hand', () => {
    const scenario = new Scenario({ targetParticipantNames: ['Zoë'] });
    scenario.appear('a', 'Ana');
    expect(findScanConflict(scenario.session, 'a')).toBeUndefined();
    expect(scenario.take({ kind: 'scan', participantId: 'a' })).toEqual(['accumulating a']);
  });

  it('who left are announced again when they return', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    expect(scenario.take({ kind: 'left', participantId: 'a' })).toEqual([
      'stopped a left',
      'participant-left a',
    ]);
    expect(scenario.appear('a')).toEqual([
      'participant-joined a',
      'webcam-on a',
      'stopped a left',
      'accumulating a',
    ]);
  });

  it('are matched when a new name makes them wanted, and stay so', () => {
    const scenario = new Scenario({ targetParticipantNames: ['Zoë'], excludeParticipantNames: ['Bot'] });
    scenario.appear('a', 'Ana');
    const rename = (participantName: string) =>
      scenario.take({ kind: 'joined', participant: { participantId: 'a', participantName, numericId: 7 } });
    expect(rename('Zoe')).toEqual(['participant-matched a', 'matched a', 'accumulating a']);
    expect(rename('Bot')).toEqual([]);
    expect(presentSession(scenario.session).participants[0]).toMatchObject({
      participantName: 'Bot',
      matchedTarget: 'Zoë',
      stage: 'accumulating',
    });
  });

  it('nobody knows are ignored', () => {
    const scenario = new Scenario();
    expect(scenario.camera('ghost', 'on')).toEqual([]);
    expect(scenario.take({ kind: 'left', participantId: 'ghost' })).toEqual([]);
  });
});

describe('the queue', () => {
  it('scans one at a time, in the order of their cameras', () => {
    const scenario = new Scenario();
    scenario.join('a');
    scenario.join('b');
    scenario.join('c');
    for (const id of ['c', 'a', 'b']) scenario.camera(id, 'on');
    expect(scenario.stages).toEqual({ a: 'waiting', b: 'waiting', c: 'accumulating' });
    expect(scenario.collect()).toEqual(['frame-progress c', 'analyzing c', 'accumulating a']);
    expect(scenario.camera('a', 'off')).toEqual(['webcam-off a', 'stopped a camera-off', 'accumulating b']);
  });

  it('goes on while someone is being analysed', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.appear('b');
    scenario.collect();
    expect(scenario.stages).toEqual({ a: 'analyzing', b: 'accumulating' });
    expect(scenario.judge(1)).toEqual(['participant-result a', 'done a']);
    expect(scenario.stages).toEqual({ a: 'done', b: 'accumulating' });
  });

  it('loses those whose camera goes off', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.appear('b');
    scenario.camera('b', 'off');
    scenario.finishScan();
    expect(scenario.stages).toEqual({ a: 'done', b: 'waiting' });
    expect(scenario.camera('b', 'on')).toEqual(['webcam-on b', 'accumulating b']);
  });

  it('picks up late joiners', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.finishScan();
    expect(scenario.appear('late')).toContain('accumulating late');
  });
});

describe('a collection', () => {
  it.each([
    ['timeout', (s: Scenario) => s.take({ kind: 'timeout', scanId: 1 })],
    ['camera-off', (s: Scenario) => s.camera('a', 'off')],
    ['left', (s: Scenario) => s.take({ kind: 'left', participantId: 'a' })],
    ['manual', (s: Scenario) => s.take({ kind: 'stop', participantId: 'a' })],
  ] as const)(
    'is stopped with the reason %s, its frames are dropped, and the next one begins',
    (reason, stop) => {
      const scenario = new Scenario();
      scenario.appear('a');
      scenario.appear('b');
      expect(stop(scenario)).toEqual(expect.arrayContaining([`stopped a ${reason}`, 'accumulating b']));
      expect(scenario.kinds('drop')).toEqual([{ kind: 'drop', scanId: 1 }]);
    },
  );

  it('has the time of its model and gate', () => {
    const scenario = new Scenario({ framesRequired: 90, faceGate: true });
    scenario.appear('a');
    expect(scenario.kinds('collect')).toEqual([
      { kind: 'collect', participantId: 'a', scanId: 1, timeoutMs: 135_000 },
    ]);
  });

  it('tells a rejection at most once a second', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    const reject = () => scenario.take({ kind: 'rejected', scanId: 1, reason: 'no-face' });
    expect(reject()).toEqual(['frame-quality-rejected a']);
    expect(scenario.after(999).take({ kind: 'rejected', scanId: 1, reason: 'too-dark' })).toEqual([]);
    scenario.after(1);
    expect(reject()).toEqual(['frame-quality-rejected a']);
  });

  it('is not touched by what belongs to an earlier one', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.take({ kind: 'stop', participantId: 'a' });
    scenario.take({ kind: 'scan', participantId: 'a' });
    expect(scenario.take({ kind: 'timeout', scanId: 1 })).toEqual([]);
    expect(scenario.take({ kind: 'frames', scanId: 1, frames: 10 })).toEqual([]);
    expect(scenario.judge(1)).toEqual([]);
    expect(scenario.stages).toEqual({ a: 'accumulating' });
  });
});

describe('an analysis', () => {
  it('goes on without the camera and the person', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    scenario.camera('a', 'off');
    scenario.take({ kind: 'left', participantId: 'a' });
    expect(scenario.judge(1, 0.2)).toEqual(['participant-result a', 'done a']);
    expect(presentSession(scenario.session).results).toMatchObject([{ verdict: 'fake', isLive: false }]);
  });

  it('cannot be stopped by hand', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    expect(scenario.take({ kind: 'stop', participantId: 'a' })).toEqual([]);
  });

  it('that failed is told and recorded, and leaves the participant where a scan can begin again', () => {
    const scenario = new Scenario({ targetParticipantNames: ['a'] });
    scenario.appear('a');
    scenario.collect();
    const failure = { kind: 'analysis-failed', scanId: 1, error: 'out of reach' } as const;
    expect(scenario.take(failure)).toEqual(['analysis-failed a', 'matched a']);
    expect(scenario.kinds('record')).toMatchObject([
      { analysis: { status: 'failed', error: 'out of reach' } },
    ]);
    expect(findScanConflict(scenario.session, 'a')).toBeUndefined();
  });

  it('keeps the latest verdict of a participant and all of the session', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.finishScan(0.9);
    scenario.take({ kind: 'scan', participantId: 'a' });
    scenario.finishScan(0.1);
    const { participants, results } = presentSession(scenario.session);
    expect(participants[0]!.result).toMatchObject({ verdict: 'fake' });
    expect(results.map(({ verdict }) => verdict)).toEqual(['live', 'fake']);
  });
});

describe('a camera that returns', () => {
  function scanned(plan: Partial<SessionPlan> = {}): Scenario {
    const scenario = new Scenario(plan);
    scenario.appear('a');
    scenario.finishScan();
    scenario.camera('a', 'off');
    return scenario;
  }

  it('after five seconds calls for a new scan of a finished participant', () => {
    expect(scanned().after(5000).camera('a', 'on')).toEqual(['webcam-on a', 'accumulating a']);
  });

  it('sooner does not', () => {
    expect(scanned().after(4999).camera('a', 'on')).toEqual(['webcam-on a']);
  });

  it('calls for a scan at once when the last one was broken off by it', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.camera('a', 'off');
    expect(scenario.after(1).camera('a', 'on')).toEqual(['webcam-on a', 'accumulating a']);
  });

  it('does not scan whom somebody stopped by hand', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.take({ kind: 'stop', participantId: 'a' });
    scenario.camera('a', 'off');
    expect(scenario.after(9000).camera('a', 'on')).toEqual(['webcam-on a']);
  });

  it('during an analysis waits for its verdict', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    scenario.camera('a', 'off');
    expect(scenario.after(5000).camera('a', 'on')).toEqual(['webcam-on a']);
    expect(scenario.kinds('collect')).toHaveLength(1);
    expect(scenario.judge(1)).toEqual(['participant-result a', 'done a', 'accumulating a']);
  });

  it('after the rescan interval calls for the scan that was missed', () => {
    const scenario = scanned({ rescanIntervalSeconds: 30 });
    scenario.after(4000).camera('a', 'on');
    expect(scenario.after(25_999).camera('a', 'off')).toEqual(['webcam-off a']);
    expect(scenario.after(1).camera('a', 'on')).toEqual(['webcam-on a', 'accumulating a']);
  });
});

describe('the rescan interval', () => {
  const rescanIntervalSeconds = 60;

  it('scans a finished participant again', () => {
    const scenario = new Scenario({ rescanIntervalSeconds });
    scenario.appear('a');
    scenario.finishScan();
    expect(scenario.kinds('wake')).toEqual([{ kind: 'wake', participantId: 'a', scans: 1, delayMs: 60_000 }]);
    expect(scenario.take({ kind: 'rescan-due', participantId: 'a', scans: 1 })).toEqual(['accumulating a']);
  });

  it('of an earlier scan means nothing', () => {
    const scenario = new Scenario({ rescanIntervalSeconds });
    scenario.appear('a');
    scenario.finishScan();
    scenario.take({ kind: 'scan', participantId: 'a' });
    scenario.finishScan();
    expect(scenario.take({ kind: 'rescan-due', participantId: 'a', scans: 1 })).toEqual([]);
  });

  it('does not hold for whom somebody stopped or scanned by hand', () => {
    const scenario = new Scenario({ rescanIntervalSeconds, targetParticipantNames: ['a'] });
    scenario.appear('a');
    scenario.take({ kind: 'stop', participantId: 'a' });
    scenario.appear('b');
    scenario.take({ kind: 'scan', participantId: 'b' });
    scenario.finishScan();
    expect(scenario.kinds('wake')).toEqual([]);
  });
});

describe('commands', () => {
  it('meet a conflict in the words of the interface', () => {
    const scenario = new Scenario({ targetParticipantNames: ['nobody'] });
    scenario.appear('a');
    scenario.appear('b');
    scenario.join('dark');
    const scan = (id: string) => findScanConflict(scenario.session, id);
    expect(scan('dark')).toBe("Camera is off - can't scan yet");
    expect(findStopConflict(scenario.session, 'a')).toBe('This participant is not being scanned');
    scenario.take({ kind: 'scan', participantId: 'a' });
    expect(scan('b')).toBe('Another participant is currently being scanned');
    expect(scan('a')).toBe('This participant is already being scanned');
    expect(findStopConflict(scenario.session, 'a')).toBeUndefined();
    scenario.collect();
    expect(scan('a')).toBe('This participant is being analyzed');
    expect(scan('b')).toBeUndefined();
    scenario.take({ kind: 'end', status: 'stopped', reason: undefined });
    expect(scan('b')).toBe('This session has already ended');
    expect(findStopConflict(scenario.session, 'a')).toBe('This session has already ended');
  });
});

describe('the end', () => {
  it('by command stops everyone, is told last and leaves the meeting', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    scenario.appear('b');
    expect(scenario.take({ kind: 'end', status: 'stopped', reason: undefined })).toEqual([
      'stopped a manual',
      'stopped b manual',
      'session-status stopped',
    ]);
    expect(scenario.effects.at(-1)).toEqual({ kind: 'leave' });
    expect(scenario.kinds('record')).toMatchObject([{ analysis: { participantId: 'a', status: 'failed' } }]);
    expect(scenario.appear('c')).toEqual([]);
    expect(scenario.take({ kind: 'end', status: 'fatal', reason: undefined })).toEqual([]);
  });

  it.each([
    ['call_ended', ['session-status call_ended', 'stopped b left'], 'done'],
    ['done', ['stopped b left'], 'done'],
    ['fatal', ['stopped b left'], 'fatal'],
  ])('by the meeting (%s) waits for running analyses', (status, told, last) => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    scenario.appear('b');
    expect(scenario.take({ kind: 'status', status })).toEqual(told);
    expect(findScanConflict(scenario.session, 'a')).toBe('This session has already ended');
    expect(scenario.kinds('leave')).toEqual([]);
    expect(scenario.judge(1)).toEqual(['participant-result a', 'done a', `session-status ${last}`]);
    expect(scenario.effects.at(-1)).toEqual({ kind: 'leave' });
  });

  it('comes at once when nothing is being analysed', () => {
    const scenario = new Scenario();
    expect(scenario.take({ kind: 'status', status: 'call_ended' })).toEqual([
      'session-status call_ended',
      'session-status done',
    ]);
    expect(presentSession(scenario.session)).toMatchObject({ status: 'done', statusReason: null });
  });

  it('keeps the worse status that comes while analyses run', () => {
    const scenario = new Scenario();
    scenario.appear('a');
    scenario.collect();
    scenario.take({ kind: 'status', status: 'call_ended' });
    scenario.take({ kind: 'status', status: 'fatal', reason: 'removed' });
    expect(scenario.judge(1)).toContain('session-status fatal');
    expect(presentSession(scenario.session).statusReason).toBe('removed');
  });
});

it('a status is told when it changes, with its reason', () => {
  const scenario = new Scenario();
  expect(scenario.take({ kind: 'status', status: 'joining_call' })).toEqual(['session-status joining_call']);
  expect(scenario.take({ kind: 'status', status: 'joining_call' })).toEqual([]);
  expect(scenario.take({ kind: 'connected' })).toEqual(['recall-connected']);
  expect(scenario.take({ kind: 'disconnected' })).toEqual(['recall-disconnected']);
});
