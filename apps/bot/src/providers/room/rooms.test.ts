import type { RoomServerMessage } from '@vivant/contract/room-signal';
import { describe, expect, it } from 'vitest';
import { type Entrant, RoomFullError, Rooms } from './rooms.ts';

const person: Entrant = { name: 'Ann', kind: 'person', cameraOn: true, microphoneOn: false, logoUrl: null };
const bot: Entrant = { ...person, name: 'Bot', kind: 'bot' };

function createRooms(limits = {}) {
  let id = 0;
  const newId = () => `peer-${(id += 1)}`;
  return new Rooms({ limits: { people: 2, bots: 1, rooms: 2, ...limits }, iceServers: [], newId });
}

function enter(rooms: Rooms, roomId: string, entrant = person) {
  const heard: RoomServerMessage[] = [];
  const stay = { dismissed: false };
  const seat = rooms.enter(roomId, entrant, {
    send: (message) => heard.push(message),
    dismissed: () => {
      stay.dismissed = true;
    },
  });
  return { seat, heard, stay };
}

describe('rooms', () => {
  it('tell who comes who is there, and the others who came', () => {
    const rooms = createRooms();
    const first = enter(rooms, 'r1');
    const second = enter(rooms, 'r1', bot);

    expect(first.heard).toEqual([
      { type: 'welcome', peerId: 'peer-1', peers: [], iceServers: [] },
      { type: 'peer-joined', peer: { ...bot, peerId: 'peer-2' } },
    ]);
    expect(second.heard).toEqual([
      { type: 'welcome', peerId: 'peer-2', peers: [{ ...person, peerId: 'peer-1' }], iceServers: [] },
    ]);
  });

  it('keep signals and news within a room', () => {
    const rooms = createRooms();
    const here = enter(rooms, 'r1');
    const there = enter(rooms, 'r2');
    here.seat.signal(there.seat.peerId, { connectionId: 'c' });
    here.seat.setMedia({ cameraOn: false, microphoneOn: false });
    here.seat.leave();

    expect(there.heard).toHaveLength(1);
  });

  it('hand a signal to the one it is for, with who sent it', () => {
    const rooms = createRooms();
    const a = enter(rooms, 'r1');
    const b = enter(rooms, 'r1');
    b.seat.signal(a.seat.peerId, { connectionId: 'c', candidate: null });

    expect(a.heard.at(-1)).toEqual({ type: 'signal', from: 'peer-2', connectionId: 'c', candidate: null });
    expect(b.heard).toHaveLength(1);
  });

  it('tell a newcomer the present state of cameras', () => {
    const rooms = createRooms();
    enter(rooms, 'r1').seat.setMedia({ cameraOn: false, microphoneOn: true });
    const second = enter(rooms, 'r1');

    expect(second.heard[0]).toMatchObject({ peers: [{ cameraOn: false, microphoneOn: true }] });
  });

  it('hold no more people, bots and rooms than they may, and take in again when someone left', () => {
    const rooms = createRooms();
    const first = enter(rooms, 'r1');
    enter(rooms, 'r1');
    enter(rooms, 'r1', bot);
    expect(() => enter(rooms, 'r1')).toThrow(RoomFullError);
    expect(() => enter(rooms, 'r1', bot)).toThrow(RoomFullError);
    const only = enter(rooms, 'r2');
    expect(() => enter(rooms, 'r3')).toThrow(RoomFullError);

    first.seat.leave();
    only.seat.leave();
    enter(rooms, 'r1');
    enter(rooms, 'r3');
  });

  it('hear nothing of one who has left', () => {
    const rooms = createRooms();
    const a = enter(rooms, 'r1');
    const b = enter(rooms, 'r1');
    b.seat.leave();
    b.seat.leave();
    b.seat.signal(a.seat.peerId, { connectionId: 'c' });
    b.seat.setMedia({ cameraOn: true, microphoneOn: true });

    expect(a.heard.slice(2)).toEqual([{ type: 'peer-left', peerId: 'peer-2' }]);
  });

  it('send everyone out when they close', () => {
    const rooms = createRooms();
    const guests = [enter(rooms, 'r1'), enter(rooms, 'r2')];
    rooms.close();

    expect(guests.map(({ stay }) => stay.dismissed)).toEqual([true, true]);
  });
});
