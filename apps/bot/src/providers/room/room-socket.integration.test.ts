import { once } from 'node:events';
import { ROOM_CLOSE_CODES } from '@vivant/contract/room-address';
import { ROOM_MESSAGE_BYTES_MAX } from '@vivant/contract/room-signal';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type RoomServer, startRoomServer } from '../testing/room-server.ts';

const join = { type: 'join', name: 'Ann', cameraOn: true, microphoneOn: true };

describe('the socket of a room', () => {
  let server: RoomServer;
  const sockets: WebSocket[] = [];

  beforeEach(async () => {
    server = await startRoomServer(captureLog().logger, { people: 1 });
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await server.close();
  });

  async function open(roomId = 'room-1'): Promise<WebSocket> {
    const socket = new WebSocket(server.socketUrl(roomId));
    sockets.push(socket);
    await once(socket, 'open');
    return socket;
  }

  async function codeAfter(socket: WebSocket, ...messages: (object | string)[]): Promise<number> {
    const closed = once(socket, 'close');
    for (const each of messages) socket.send(typeof each === 'string' ? each : JSON.stringify(each));
    const [code] = await closed;
    return code;
  }

  it.each([
    ['no JSON', ['{']],
    ['an unknown message', [{ type: 'shout' }]],
    ['no name', [{ ...join, name: ' ' }]],
    ['a name that is too long', [{ ...join, name: 'x'.repeat(101) }]],
    ['a message that is too large', [{ ...join, padding: 'x'.repeat(ROOM_MESSAGE_BYTES_MAX) }]],
    ['something before joining', [{ type: 'media', cameraOn: true, microphoneOn: true }]],
    ['joining twice', [join, join]],
  ])('is closed for %s', async (_what, messages) => {
    expect(await codeAfter(await open(), ...messages)).toBe(ROOM_CLOSE_CODES.badMessage);
  });

  it('is closed when the room is full, without harm to those inside', async () => {
    const first = await open();
    first.send(JSON.stringify(join));
    await once(first, 'message');

    expect(await codeAfter(await open(), join)).toBe(ROOM_CLOSE_CODES.full);
    expect(first.readyState).toBe(WebSocket.OPEN);
  });

  it('is closed for a flood of messages', async () => {
    const flood = Array.from({ length: 500 }, () => ({ type: 'signal', to: 'nobody', connectionId: 'c' }));

    expect(await codeAfter(await open(), join, ...flood)).toBe(ROOM_CLOSE_CODES.tooManyMessages);
  });

  it('gives the place back when it closes', async () => {
    const first = await open();
    first.send(JSON.stringify(join));
    await once(first, 'message');
    expect(await codeAfter(first, { type: 'leave' })).toBe(1000);
    const second = await open();
    second.send(JSON.stringify(join));

    expect(JSON.parse(String((await once(second, 'message'))[0]))).toMatchObject({
      type: 'welcome',
      peers: [],
    });
  });

  it('does not open for what is no name of a room', async () => {
    const socket = new WebSocket(server.socketUrl('a.b'));
    const [error] = await once(socket, 'error');

    expect(String(error)).toContain('400');
  });
});
