import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListenerGate } from '../listener-gate.ts';
import { recordMeeting } from '../testing/meeting-recorder.ts';
import { RoomStay } from './room-stay.ts';
import { type Entrant, ROOM_LIMITS, Rooms } from './rooms.ts';

const MINUTE_MS = 60_000;
const person: Entrant = { name: 'Ann', kind: 'person', cameraOn: false, microphoneOn: false, logoUrl: null };
const nowhere = { send: () => undefined, dismissed: () => undefined };

describe('a stay in a room', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const openRooms = (limits = {}) =>
    new Rooms({ limits: { ...ROOM_LIMITS, ...limits }, iceServers: [], newId: randomId });

  function start(joinAt?: Date, limits = {}, rooms = openRooms(limits)) {
    const recorder = recordMeeting();
    const stay = new RoomStay({
      rooms,
      roomId: 'room-1',
      clock: systemClock,
      newId: randomId,
      logger: captureLog().logger,
      request: {
        sessionId: 's1',
        meetingUrl: new URL('http://localhost/room/room-1'),
        botName: 'Bot',
        logoUrl: undefined,
        joinAt,
      },
      gate: new ListenerGate(recorder),
    });
    return { rooms, recorder, stay };
  }

  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
  };

  it('ends when nobody comes for twenty minutes', async () => {
    const { recorder, stay } = start();
    await pass(20 * MINUTE_MS - 1);
    expect(recorder.events.at(-1)).toEqual({ kind: 'status', status: 'in_call_recording' });
    await pass(1);

    expect(recorder.events.slice(-2)).toEqual([
      { kind: 'disconnected' },
      { kind: 'status', status: 'call_ended', reason: 'Nobody came.' },
    ]);
    await stay.ended;
  });

  it('outlasts a reload of the page, and ends a minute after everyone left', async () => {
    const { rooms, recorder, stay } = start();
    const ann = rooms.enter('room-1', person, nowhere);
    await pass(30 * MINUTE_MS);
    ann.leave();
    await pass(MINUTE_MS - 1);
    const again = rooms.enter('room-1', person, nowhere);
    await pass(MINUTE_MS);
    again.leave();
    await pass(MINUTE_MS);

    expect(recorder.events.at(-1)).toEqual({
      kind: 'status',
      status: 'call_ended',
      reason: 'Everyone left.',
    });
    await stay.ended;
  });

  it('never takes a bot for a participant, itself or another', async () => {
    const rooms = openRooms();
    const stays = [start(undefined, {}, rooms), start(undefined, {}, rooms)];
    await pass(0);
    for (const { recorder, stay } of stays) {
      expect(recorder.events.map(({ kind }) => kind)).not.toContain('joined');
      expect(recorder.events.at(-1)).toMatchObject({ status: 'in_call_recording' });
      stay.leave();
    }
  });

  it('enters at the time it was told', async () => {
    const { rooms, recorder } = start(new Date(Date.now() + 40 * 24 * 60 * MINUTE_MS));
    await pass(40 * 24 * 60 * MINUTE_MS - 1);
    expect(recorder.events).toEqual([]);
    await pass(1);
    await vi.advanceTimersByTimeAsync(0);

    expect(recorder.events[0]).toEqual({ kind: 'status', status: 'joining_call' });
    rooms.close();
  });

  it('ends as fatal when there is no place at that time', async () => {
    const { rooms, recorder, stay } = start(new Date(Date.now() + MINUTE_MS), { bots: 0 });
    rooms.enter('room-1', person, nowhere);
    await pass(MINUTE_MS);

    expect(recorder.events.at(-1)).toEqual({ kind: 'status', status: 'fatal', reason: 'The room is full.' });
    await stay.ended;
  });

  it('tells when the rooms close', async () => {
    const { rooms, recorder, stay } = start();
    await pass(0);
    rooms.close();

    expect(recorder.events.at(-1)).toMatchObject({ kind: 'status', status: 'call_ended' });
    await stay.ended;
  });

  it('never tells anything when it is left before it began', async () => {
    const { recorder, stay } = start(new Date(Date.now() + MINUTE_MS));
    stay.leave();
    stay.leave();
    await pass(10 * MINUTE_MS);

    expect(recorder.events).toEqual([]);
  });
});
