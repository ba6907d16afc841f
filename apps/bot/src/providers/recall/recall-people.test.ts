import { describe, expect, it } from 'vitest';
import type { RealtimeEvent } from './realtime-event.ts';
import { RecallPeople } from './recall-people.ts';

const ann = { id: 100, name: 'Ann' };

function move(what: string, atMs: number, participant = ann): RealtimeEvent {
  return { kind: 'participant', what, participant, atMs };
}

function picture(atMs: number, source = 'webcam'): RealtimeEvent {
  return { kind: 'video', codec: 'h264', source, participant: ann, atMs, data: Buffer.alloc(0) };
}

/** What came out, in short. */
function told(...events: RealtimeEvent[]): string[] {
  const people = new RecallPeople();
  return events.flatMap((event) =>
    people
      .take(event)
      .map((each) => (each.kind === 'joined' ? `joined ${each.participant.participantName}` : each.kind)),
  );
}

describe('people of a meeting', () => {
  it.each<[string, RealtimeEvent[], string[]]>([
    [
      'a visit',
      [move('join', 0), move('webcam_on', 1), move('webcam_off', 2), move('leave', 3)],
      ['joined Ann', 'camera-on', 'camera-off', 'left'],
    ],
    [
      'everything twice',
      [move('join', 0), move('join', 0), move('webcam_on', 1), move('webcam_on', 1)],
      ['joined Ann', 'camera-on'],
    ],
    [
      'a join that comes after the leave',
      [move('join', 0), move('leave', 5), move('join', 0)],
      ['joined Ann', 'left'],
    ],
    [
      'someone who comes back',
      [move('join', 0), move('leave', 5), move('join', 6)],
      ['joined Ann', 'left', 'joined Ann'],
    ],
    ['a leave of a stranger', [move('leave', 5)], []],
    ['a camera before its owner', [move('webcam_on', 1), move('join', 0)], ['joined Ann', 'camera-on']],
    ['pictures before anything else', [picture(1), picture(2)], ['joined Ann', 'camera-on']],
    ['a shared screen', [move('join', 0), picture(1, 'screenshare')], ['joined Ann']],
    [
      'pictures on their way when the camera went off',
      [picture(1), move('webcam_off', 50), picture(60)],
      ['joined Ann', 'camera-on', 'camera-off'],
    ],
    [
      'pictures without a word long after',
      [picture(1), move('webcam_off', 50), picture(1051)],
      ['joined Ann', 'camera-on', 'camera-off', 'camera-on'],
    ],
    [
      'an off that was overtaken by an on',
      [move('webcam_on', 3), move('webcam_off', 2)],
      ['joined Ann', 'camera-on'],
    ],
    [
      'another name',
      [
        move('join', 0),
        move('update', 1, { id: 100, name: 'Anna' }),
        move('update', 2, { id: 100, name: 'Anna' }),
      ],
      ['joined Ann', 'joined Anna'],
    ],
    ['something new', [move('join', 0), move('raised_hand', 1)], ['joined Ann']],
  ])('make sense of %s', (_what, events, expected) => {
    expect(told(...events)).toEqual(expected);
  });

  it('have a name to show when the provider gives none', () => {
    const people = new RecallPeople();
    const event: RealtimeEvent = { kind: 'participant', what: 'join', participant: { id: 7 }, atMs: 0 };

    expect(people.take(event)).toEqual([
      {
        kind: 'joined',
        participant: { participantId: '7', participantName: 'Unnamed participant', numericId: 7 },
      },
    ]);
  });
});
