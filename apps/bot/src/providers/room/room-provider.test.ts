import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { describe, expect, it } from 'vitest';
import { createRoomProvider } from './room-provider.ts';
import { ROOM_LIMITS, Rooms } from './rooms.ts';

function platformOf(meetingUrl: string, publicUrl: string): string | undefined {
  const rooms = new Rooms({ limits: ROOM_LIMITS, iceServers: [], newId: randomId });
  const { logger } = captureLog();
  const options = { rooms, publicUrl: () => new URL(publicUrl), clock: systemClock, newId: randomId, logger };
  return createRoomProvider(options).platformOf(new URL(meetingUrl));
}

describe('addresses of rooms', () => {
  it.each([
    ['https://bot.example/room/interview-1', 'https://bot.example', 'room'],
    ['https://bot.example/room/interview-1/?name=Ann', 'https://bot.example/', 'room'],
    ['https://bot.example/checks/room/interview-1', 'https://bot.example/checks', 'room'],
    ['http://localhost:8100/room/interview-1', 'http://127.0.0.1:8100', 'room'],
    ['http://localhost:8200/room/interview-1', 'http://127.0.0.1:8100', undefined],
    ['https://other.example/room/interview-1', 'https://bot.example', undefined],
    ['http://bot.example/room/interview-1', 'https://bot.example', undefined],
    ['https://bot.example/room/', 'https://bot.example', undefined],
    ['https://bot.example/room/a/b', 'https://bot.example', undefined],
    ['https://bot.example/history', 'https://bot.example', undefined],
  ])('%s at %s is %s', (meetingUrl, publicUrl, platform) => {
    expect(platformOf(meetingUrl, publicUrl)).toBe(platform);
  });
});
