import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { describeMeetingProvider } from '../testing/meeting-provider-contract.ts';
import { shadeOf } from '../testing/painted-frame.ts';
import type { RoomGuest } from '../testing/room-guest.ts';
import { startRoomServer } from '../testing/room-server.ts';
import { createRoomProvider } from './room-provider.ts';

describeMeetingProvider('the built-in room', async () => {
  const { logger } = captureLog();
  const server = await startRoomServer(logger);
  const { rooms } = server;
  const publicUrl = () => server.url;
  const provider = createRoomProvider({ rooms, publicUrl, clock: systemClock, newId: randomId, logger });
  const guests: RoomGuest[] = [];
  return {
    provider,
    platform: 'room',
    meetingUrl: server.roomUrl('interview-1'),
    arrive: async (guest) => {
      const entered = await server.enter('interview-1', guest);
      guests.push(entered);
      return entered;
    },
    untilBots: (count) =>
      guests[0]!.untilPeers((peers) => peers.filter((peer) => peer.kind === 'bot').length === count),
    shadeOf: async ({ image }) => (image.format === 'i420' ? shadeOf(image) : Number.NaN),
    fps: 10,
    close: async () => {
      await provider.close();
      for (const guest of guests) await guest.leave();
      await server.close();
    },
  };
});
