import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MeetingProvider } from '../meeting-provider.ts';
import { type MeetingRecorder, recordMeeting } from '../testing/meeting-recorder.ts';
import { shadeOf } from '../testing/painted-frame.ts';
import { startRecallMeeting } from '../testing/recall-meeting.ts';
import { type RoomBrowser, startRoomBrowser } from '../testing/room-browser.ts';
import { type RoomServer, startRoomServer } from '../testing/room-server.ts';
import { createRoomProvider } from './room-provider.ts';

const SHADES = { Ann: 50, Bob: 120 };
const FPS = 10;
const FRAMES = 20;

describe('two browsers', () => {
  let ann: RoomBrowser;
  let bob: RoomBrowser;

  beforeAll(async () => {
    ann = await startRoomBrowser(SHADES.Ann);
    bob = await startRoomBrowser(SHADES.Bob);
  });

  afterAll(async () => {
    await ann.close();
    await bob.close();
  });

  async function join(provider: MeetingProvider, meetingUrl: URL, recorder: MeetingRecorder) {
    const request = { sessionId: 's1', meetingUrl, botName: 'Liveness check', logoUrl: undefined };
    return provider.join({ ...request, joinAt: undefined }, recorder);
  }

  /** One comes before the bot and one after; each one's frames are their own, in time and in shape. */
  async function check(server: RoomServer, roomId: string, provider: MeetingProvider, meetingUrl: URL) {
    const pageOf = (name: string) => new URL(`?name=${name}`, server.roomUrl(roomId));
    const recorder = recordMeeting();
    const annPage = await ann.open(pageOf('Ann'));
    const bot = await join(provider, meetingUrl, recorder);
    await bob.open(pageOf('Bob'));
    for (const name of ['Ann', 'Bob'] as const) {
      const id = await recorder.idOf(name);
      await recorder.event((event) => event.kind === 'camera-on' && event.participantId === id);
      const before = recorder.frames.length;
      bot.watch(id, FPS);
      await recorder.until(() => recorder.frames.length >= before + FRAMES);
      const frames = recorder.frames.slice(before, before + FRAMES);
      expect(new Set(frames.map((each) => each.participantId))).toEqual(new Set([id]));
      for (const { image } of frames) {
        if (image.format !== 'i420') throw new Error('Not I420');
        // Bandwidth decides the size, never the shape.
        expect(image.width / image.height).toBeCloseTo(16 / 9, 1);
        expect(Math.abs(shadeOf(image) - SHADES[name])).toBeLessThan(8);
      }
      const seconds = (frames.at(-1)!.timestampMs - frames[0]!.timestampMs) / 1000;
      // A busy machine makes it slower; that the rate is kept where frames come is the pacer's to show.
      expect((FRAMES - 1) / seconds).toBeLessThan(FPS * 1.2);
    }
    expect(await annPage.evaluate('window.room.bots()')).toEqual(['Liveness check']);
    const annId = await recorder.idOf('Ann');
    const offs = () =>
      recorder.events.filter((event) => event.kind === 'camera-off' && event.participantId === annId);
    await annPage.evaluate('window.room.setCamera(false)');
    await recorder.until(() => offs().length === 1);
    await annPage.evaluate('window.room.setCamera(true)');
    const ons = () =>
      recorder.events.filter((event) => event.kind === 'camera-on' && event.participantId === annId);
    await recorder.until(() => ons().length === 2);
    await annPage.evaluate('window.room.takeTrackAway()');
    await recorder.until(() => offs().length === 2);
    await annPage.close();
    await recorder.event((event) => event.kind === 'left' && event.participantId === annId);
    await bot.leave();
    return recorder.events.map(({ kind }) => kind);
  }

  const story = [
    'connected',
    'joined',
    'joined',
    'camera-on',
    'camera-on',
    'camera-off',
    'camera-on',
    'camera-off',
    'left',
  ];

  it('are seen by a bot in a built-in room', async () => {
    const { logger } = captureLog();
    const server = await startRoomServer(logger);
    const { rooms } = server;
    const publicUrl = () => server.url;
    const provider = createRoomProvider({ rooms, publicUrl, clock: systemClock, newId: randomId, logger });
    const kinds = await check(server, 'interview-1', provider, server.roomUrl('interview-1'));
    expect(kinds.filter((kind) => kind !== 'status').toSorted()).toEqual(story.toSorted());
    await provider.close();
    await server.close();
  });

  it('are seen by a bot of a Recall-compatible provider', async () => {
    const meeting = await startRecallMeeting();
    const kinds = await check(meeting.rooms, 'zoom-9876543210', meeting.provider, meeting.meetingUrl);
    expect(kinds.filter((kind) => kind !== 'status').toSorted()).toEqual(story.toSorted());
    await meeting.close();
  });
});
