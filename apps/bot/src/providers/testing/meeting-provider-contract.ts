import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CameraFrame, type MeetingProvider, MeetingProviderError } from '../meeting-provider.ts';
import { type MeetingRecorder, recordMeeting } from './meeting-recorder.ts';

/** Someone in the meeting, as a test moves them. */
export interface ContractGuest {
  setCamera(on: boolean): void;
  leave(): Promise<void>;
}

/** A provider and a meeting of it. */
export interface MeetingHarness {
  readonly provider: MeetingProvider;
  readonly platform: string;
  readonly meetingUrl: URL;
  /** Brings someone in. Their picture is of one grey, 16 to 175. */
  arrive(guest: { name: string; cameraOn: boolean; shade: number }): Promise<ContractGuest>;
  /** Resolves when as many bots are in the meeting as the people in it see. */
  untilBots(count: number): Promise<void>;
  /** Grey of a frame of this provider. */
  shadeOf(frame: CameraFrame): Promise<number>;
  /** Frames a second that the provider is asked for. */
  readonly fps: number;
  close(): Promise<void>;
}

/** What every way into meetings guarantees. */
export function describeMeetingProvider(name: string, createHarness: () => Promise<MeetingHarness>): void {
  describe(`${name} as a meeting provider`, () => {
    let harness: MeetingHarness;
    let recorder: MeetingRecorder;
    const join = () => {
      const { provider, meetingUrl } = harness;
      const request = { sessionId: 'session-1', meetingUrl, botName: 'Liveness check', logoUrl: undefined };
      return provider.join({ ...request, joinAt: undefined }, recorder);
    };
    const cameraOn = async (name: string) => {
      const id = await recorder.idOf(name);
      await recorder.event((event) => event.kind === 'camera-on' && event.participantId === id);
      return id;
    };
    // Numbers are compared, not frames: a failure would print every byte of them.
    const countOf = (id: string) => recorder.frames.filter((each) => each.participantId === id).length;
    const framesOf = async (id: string, count: number) => {
      await recorder.until(() => countOf(id) >= count);
      return recorder.frames.filter((each) => each.participantId === id);
    };

    beforeEach(async () => {
      harness = await createHarness();
      recorder = recordMeeting();
    });

    afterEach(() => harness.close());

    it('knows its own meetings and no others', async () => {
      const { provider } = harness;
      const elsewhere = new URL('https://meetings.example/j/123');

      expect(provider.platformOf(harness.meetingUrl)).toBe(harness.platform);
      expect(provider.platformOf(elsewhere)).toBeUndefined();
      const request = { sessionId: 's', botName: 'b', logoUrl: undefined, joinAt: undefined };
      await expect(provider.join({ ...request, meetingUrl: elsewhere }, recorder)).rejects.toThrow(
        MeetingProviderError,
      );
    });

    it('tells nothing before the caller has its bot, then that it is in the call', async () => {
      await harness.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
      const bot = await join();
      expect(recorder.events).toEqual([]);
      await recorder.event((event) => event.kind === 'connected');
      await recorder.event((event) => event.kind === 'status' && event.status === 'in_call_recording');
      expect(bot.botId).not.toBe('');
      await harness.untilBots(1);
    });

    it('tells of people who were there, who come and who go', async () => {
      const ann = await harness.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
      await join();
      const annId = await recorder.idOf('Ann');
      await harness.arrive({ name: 'Bob', cameraOn: false, shade: 60 });
      const bobId = await recorder.idOf('Bob');
      await ann.leave();
      await recorder.event((event) => event.kind === 'left' && event.participantId === annId);

      expect(bobId).not.toBe(annId);
      expect(recorder.events.filter((event) => event.kind === 'joined')).toHaveLength(2);
      expect(recorder.events).not.toContainEqual({ kind: 'left', participantId: bobId });
    });

    it('tells when a camera is switched on and off', async () => {
      const ann = await harness.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
      await join();
      const id = await recorder.idOf('Ann');
      ann.setCamera(true);
      await cameraOn('Ann');
      ann.setCamera(false);
      await recorder.event((event) => event.kind === 'camera-off' && event.participantId === id);
      ann.setCamera(true);
      const ons = () => recorder.events.filter((event) => event.kind === 'camera-on');
      await recorder.until(() => ons().length === 2);

      expect(ons()).toEqual([
        { kind: 'camera-on', participantId: id },
        { kind: 'camera-on', participantId: id },
      ]);
    });

    it('delivers consecutive frames of the watched participant and of no other', async () => {
      await harness.arrive({ name: 'Ann', cameraOn: true, shade: 40 });
      await harness.arrive({ name: 'Bob', cameraOn: true, shade: 140 });
      const bot = await join();
      const annId = await cameraOn('Ann');
      const bobId = await cameraOn('Bob');
      expect(recorder.frames.length).toBe(0);

      bot.watch(annId, harness.fps);
      const ofAnn = await framesOf(annId, 8);
      expect(countOf(bobId)).toBe(0);
      for (const frame of ofAnn) expect(Math.abs((await harness.shadeOf(frame)) - 40)).toBeLessThan(6);
      const gaps = ofAnn.slice(1).map((frame, index) => frame.timestampMs - ofAnn[index]!.timestampMs);
      for (const gap of gaps) expect(gap).toBeGreaterThan(0);
      expect(gaps.toSorted((a, b) => a - b)[gaps.length >> 1]).toBeLessThan(2000 / harness.fps);

      bot.watch(bobId, harness.fps);
      const annFrames = countOf(annId);
      const ofBob = await framesOf(bobId, 4);
      for (const frame of ofBob) expect(Math.abs((await harness.shadeOf(frame)) - 140)).toBeLessThan(6);
      expect(countOf(annId)).toBe(annFrames);
    });

    it('delivers no frame any more when nobody is watched', async () => {
      const ann = await harness.arrive({ name: 'Ann', cameraOn: true, shade: 40 });
      const bot = await join();
      const id = await cameraOn('Ann');
      bot.watch(id, harness.fps);
      await framesOf(id, 2);
      bot.watch(undefined);
      const count = recorder.frames.length;
      ann.setCamera(false);
      await recorder.event((event) => event.kind === 'camera-off');

      expect(recorder.frames.length).toBe(count);
    });

    it('tells nothing more once the bot has left', async () => {
      const ann = await harness.arrive({ name: 'Ann', cameraOn: true, shade: 40 });
      const bot = await join();
      const id = await cameraOn('Ann');
      bot.watch(id, harness.fps);
      await framesOf(id, 1);
      await bot.leave();
      const heard = [recorder.events.length, recorder.frames.length];
      await harness.untilBots(0);
      await ann.leave();
      await bot.leave();
      bot.watch(id, harness.fps);

      expect([recorder.events.length, recorder.frames.length]).toEqual(heard);
    });

    it('dismisses a bot, again, and one that never was', async () => {
      await harness.arrive({ name: 'Ann', cameraOn: false, shade: 40 });
      const bot = await join();
      await harness.untilBots(1);
      await harness.provider.dismiss(bot.botId);
      await harness.untilBots(0);

      await expect(harness.provider.dismiss(bot.botId)).resolves.toBeUndefined();
      await expect(harness.provider.dismiss('6a3c1f0e-0000-4000-8000-000000000000')).resolves.toBeUndefined();
    });
  });
}
