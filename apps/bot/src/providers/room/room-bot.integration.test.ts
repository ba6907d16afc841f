import type { RoomServerMessage } from '@vivant/contract/room-signal';
import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { afterEach, describe, expect, it } from 'vitest';
import { RoomBot } from './room-bot.ts';
import { ROOM_LIMITS, type RoomSeat, Rooms } from './rooms.ts';

type Signal = Extract<RoomServerMessage, { type: 'signal' }>;

describe('a bot in a room', () => {
  const ends: (() => void)[] = [];

  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  /** Someone who writes signals by hand, and the log. */
  function start() {
    const rooms = new Rooms({ limits: ROOM_LIMITS, iceServers: [], newId: randomId });
    const log = captureLog();
    const signals: Signal[] = [];
    const waiting = new Set<() => void>();
    const enterPerson = (): RoomSeat =>
      rooms.enter(
        'room-1',
        { name: 'Mallory', kind: 'person', cameraOn: true, microphoneOn: false, logoUrl: null },
        {
          send: (message) => {
            if (message.type === 'signal') signals.push(message);
            for (const check of waiting) check();
          },
          dismissed: () => undefined,
        },
      );
    const enterBot = () => {
      const bot = new RoomBot({
        rooms,
        roomId: 'room-1',
        name: 'Bot',
        logoUrl: null,
        connection: { iceServers: [] },
        clock: systemClock,
        newId: randomId,
        logger: log.logger,
        onEvent: () => undefined,
        onFrame: () => undefined,
        onDismissed: () => undefined,
      });
      ends.push(() => bot.leave());
      return bot;
    };
    const offers = () => signals.filter(({ description }) => description?.type === 'offer');
    const answers = () => signals.filter(({ description }) => description?.type === 'answer');
    const until = (predicate: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (predicate()) resolve();
        };
        waiting.add(check);
        check();
      });
    return { enterPerson, enterBot, offers, answers, until, log };
  }

  it('offers anew, under another id, when a connection cannot be set up', async () => {
    const { enterPerson, enterBot, offers, until, log } = start();
    const person = enterPerson();
    enterBot();
    await until(() => offers().length === 1);
    const { from, connectionId } = offers()[0]!;
    person.signal(from, { connectionId, description: { type: 'answer', sdp: 'v=0 and no more' } });
    await until(() => offers().length === 2);

    expect(offers()[1]?.connectionId).not.toBe(connectionId);
    expect(log.text()).not.toContain('and no more');
  });

  it('asks for video only, upright', async () => {
    const { enterPerson, enterBot, offers, until } = start();
    enterPerson();
    enterBot();
    await until(() => offers().length === 1);
    const { sdp } = offers()[0]!.description!;

    expect(sdp).toContain('m=video');
    expect(sdp).toContain('a=recvonly');
    expect(sdp).not.toContain('m=audio');
    expect(sdp).not.toContain('video-orientation');
  });

  it('takes no offer from one whom it offers to, and no offer that is none', async () => {
    const { enterPerson, enterBot, offers, answers, until } = start();
    const early = enterPerson();
    enterBot();
    await until(() => offers().length === 1);
    const { from, description } = offers()[0]!;
    early.signal(from, { connectionId: 'mine', description: { type: 'offer', sdp: description!.sdp } });
    const late = enterPerson();
    late.signal(from, { connectionId: 'theirs', candidate: null });
    late.signal(from, { connectionId: 'theirs', description: { type: 'offer', sdp: 'nothing' } });
    late.signal(from, { connectionId: 'again', description: { type: 'offer', sdp: description!.sdp } });
    await until(() => answers().length > 0);

    expect(answers().map(({ connectionId }) => connectionId)).toEqual(['again']);
  });
});
