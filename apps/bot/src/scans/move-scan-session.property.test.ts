import assert from 'node:assert/strict';
import { REJECTION_REASONS } from '@vivant/contract/rejection-reasons';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgement } from '../checks/testing/scripted-judge.ts';
import { moveScanSession } from './move-scan-session.ts';
import { openScanSession, type ScanEvent } from './scan-session.ts';
import { sessionPlan } from './testing/session-plan.ts';
import { SessionWitness } from './testing/session-witness.ts';

const SEQUENCES = 10_000;

const MEETING_OVER = ['call_ended', 'done', 'fatal'];

const anyone = fc.constantFrom('a', 'b', 'c', 'd');
/** A scan from the beginning of the session or, mostly, one of the latest; resolved when the event happens. */
const anyScan = fc.constantFrom(0, 0, 0, 1, 2);

const anyEvent: fc.Arbitrary<(latestScan: number) => ScanEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('camera-on', 'camera-off').chain(aboutSomeone) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyone, fc.constantFrom('Person', 'New Person')).map(
      ([id, name]) =>
        () =>
          ({ kind: 'joined', participant: person(id, name) }) as const,
    ),
  },
  { weight: 1, arbitrary: fc.constant('left' as const).chain(aboutSomeone) },
  { weight: 3, arbitrary: fc.constantFrom('scan', 'stop').chain(aboutSomeone) },
  {
    weight: 8,
    arbitrary: fc.tuple(anyScan, fc.constantFrom(1, 9, 10)).map(
      ([back, frames]) =>
        (latest: number) =>
          ({ kind: 'frames', scanId: latest - back, frames }) as const,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyScan, fc.constantFrom(...REJECTION_REASONS)).map(
      ([back, reason]) =>
        (latest: number) =>
          ({ kind: 'rejected', scanId: latest - back, reason }) as const,
    ),
  },
  {
    weight: 1,
    arbitrary: anyScan.map(
      (back) => (latest: number) => ({ kind: 'timeout', scanId: latest - back }) as const,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(anyScan, fc.double({ min: 0, max: 1, noNaN: true })).map(
      ([back, score]) =>
        (latest: number) =>
          ({ kind: 'judged', scanId: latest - back, judgement: judgement(score) }) as const,
    ),
  },
  {
    weight: 1,
    arbitrary: anyScan.map(
      (back) => (latest: number) =>
        ({ kind: 'analysis-failed', scanId: latest - back, error: 'out of reach' }) as const,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anyone, fc.nat(3)).map(
      ([participantId, scans]) =>
        () =>
          ({ kind: 'rescan-due', participantId, scans }) as const,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('in_call_recording', 'in_waiting_room', 'call_ended', 'done', 'fatal')
      .map((status) => () => ({ kind: 'status', status }) as const),
  },
);

function aboutSomeone<Kind extends 'camera-on' | 'camera-off' | 'left' | 'scan' | 'stop'>(kind: Kind) {
  return anyone.map((participantId) => () => ({ kind, participantId }));
}

function person(participantId: string, name = 'Person') {
  return { participantId, participantName: `${name} ${participantId}`, numericId: null };
}

it('keeps its promises through every sequence of events', () => {
  const plan = fc.record({
    targetParticipantNames: fc.constantFrom([], ['a', 'person b']),
    rescanIntervalSeconds: fc.constantFrom(undefined, 30),
  });
  const steps = fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 6000 })), {
    maxLength: 80,
    size: 'max',
  });
  fc.assert(
    fc.property(plan, steps, (options, events) => {
      const witness = new SessionWitness('d');
      let session = openScanSession(sessionPlan({ ...options, excludeParticipantNames: ['d'] }));
      let nowMs = 0;
      let isOver = false;
      const take = (event: ScanEvent) => {
        const { next, effects } = moveScanSession(session, event, nowMs);
        const before = 'scanId' in event ? witness.stateOf(event.scanId) : undefined;
        session = next;
        isOver ||= event.kind === 'status' && MEETING_OVER.includes(event.status);
        if (event.kind === 'judged' || event.kind === 'analysis-failed') witness.settle(event.scanId);
        for (const effect of effects) witness.see(effect, nowMs);
        // A collection that is full is judged, one whose time is up is over.
        if (before !== 'collecting' || !('scanId' in event)) return;
        if (event.kind === 'frames' && event.frames >= session.plan.framesRequired)
          assert.equal(witness.stateOf(event.scanId), 'judging');
        if (event.kind === 'timeout') assert.equal(witness.stateOf(event.scanId), 'over');
      };
      for (const id of ['a', 'b', 'c', 'd']) take({ kind: 'joined', participant: person(id) });
      for (const [eventOf, pauseMs] of events) {
        nowMs += pauseMs;
        take(eventOf(session.nextScanId - 1));
      }
      if (isOver) {
        // A meeting that is over needs no more than its verdicts.
        for (const scanId of witness.judging) take({ kind: 'analysis-failed', scanId, error: 'late' });
        assert.equal(session.phase, 'ended');
      }
      take({ kind: 'end', status: 'stopped', reason: undefined });
      expect(witness.unended).toEqual([]);
    }),
    { numRuns: SEQUENCES },
  );
}, 120_000);
