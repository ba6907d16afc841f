import { setTimeout as wait } from 'node:timers/promises';
import { decodeImage } from '@vivant/engine/image/decode';
import { systemClock } from '@vivant/service-kit/clock';
import { createHttpServer } from '@vivant/service-kit/http-server';
import { randomId } from '@vivant/service-kit/ids';
import { type CapturedLog, captureLog } from '@vivant/service-kit/testing/captured-log';
import { addWebSockets } from '../../web-sockets.ts';
import type { CameraFrame } from '../meeting-provider.ts';
import type { RecallVideo } from '../recall/create-bot-body.ts';
import { RecallProvider } from '../recall/recall-provider.ts';
import { addRecallRoutes } from '../recall/recall-routes.ts';
import type { MeetingHarness } from './meeting-provider-contract.ts';
import { shadeOf } from './painted-frame.ts';
import { RecallFake } from './recall-fake/recall-fake.ts';
import type { RoomGuest } from './room-guest.ts';
import { type RoomServer, startRoomServer } from './room-server.ts';

/** A Zoom meeting of the fake, and the real client. */
export interface RecallMeeting extends MeetingHarness {
  readonly provider: RecallProvider;
  readonly fake: RecallFake;
  readonly rooms: RoomServer;
  readonly log: CapturedLog;
  /** Where the provider reaches the client. */
  publicUrl(): URL;
  arrive(guest: { name: string; cameraOn: boolean; shade: number }): Promise<RoomGuest>;
}

/** What is different from the usual. */
export interface RecallMeetingOptions {
  readonly video?: RecallVideo;
  readonly webhooks?: boolean;
  readonly unruly?: boolean;
  /** Records what the client waits for. */
  readonly onDelay?: (ms: number) => void;
}

const ROOM_ID = 'zoom-9876543210';

/** The client waits for seconds where a test waits for this. */
const DELAY_MS_MAX = 20;

/** The secret of the fake's signatures. */
export const RECALL_SECRET = `whsec_${Buffer.from('a secret of two dozen bytes').toString('base64')}`;

/** Starts a fake, the room behind it, and a server with the real client. */
export async function startRecallMeeting(options: RecallMeetingOptions = {}): Promise<RecallMeeting> {
  const { video = 'h264', webhooks = true, unruly = false, onDelay } = options;
  const log = captureLog();
  const { logger } = log;
  const rooms = await startRoomServer(logger);
  const server = createHttpServer({ logger });
  let publicUrl = new URL('http://127.0.0.1');
  const fake = new RecallFake({
    rooms: rooms.rooms,
    apiKey: 'key-1',
    secret: RECALL_SECRET,
    ...(webhooks && { webhookUrl: () => new URL('/api/recall/webhooks', publicUrl).href }),
    retryMs: DELAY_MS_MAX,
    unruly,
    logger,
  });
  const provider = new RecallProvider({
    baseUrl: await fake.listen(),
    apiKey: 'key-1',
    webhookSecret: RECALL_SECRET,
    publicUrl: () => publicUrl,
    video,
    newId: randomId,
    logger,
    delay: (ms, signal) => {
      onDelay?.(ms);
      return wait(Math.min(ms, DELAY_MS_MAX), undefined, signal ? { signal } : {});
    },
  });
  await addWebSockets(server);
  addRecallRoutes(server, provider, systemClock);
  publicUrl = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const guests: RoomGuest[] = [];
  return {
    provider,
    fake,
    rooms,
    log,
    publicUrl: () => publicUrl,
    platform: 'zoom',
    meetingUrl: new URL('https://zoom.us/j/9876543210?pwd=abc'),
    arrive: async (guest) => {
      const entered = await rooms.enter(ROOM_ID, guest);
      guests.push(entered);
      return entered;
    },
    untilBots: (count) =>
      guests[0]!.untilPeers((peers) => peers.filter((peer) => peer.kind === 'bot').length === count),
    shadeOf: async (frame) => shadeOfImage(frame),
    fps: video === 'png' ? 2 : 10,
    close: async () => {
      await provider.close();
      for (const guest of guests) await guest.leave();
      await fake.close();
      const closed = server.close();
      // A connection that the fake opened and never used would keep it open.
      server.server.closeAllConnections();
      await closed;
      await rooms.close();
    },
  };
}

/** Of a PNG the middle pixel, which is grey, as the luma of limited range. */
function shadeOfImage({ image }: CameraFrame): number {
  if (image.format === 'i420') return shadeOf(image);
  const decoded = decodeImage(image.data);
  if (!decoded.ok) return Number.NaN;
  const { width, height, data } = decoded.image;
  const grey = data[((height >> 1) * width + (width >> 1)) * 3]!;
  return 16 + (grey * 219) / 255;
}
