import { systemClock } from '@vivant/service-kit/clock';
import { systemTimers } from '../../scans/timers.ts';
import { describeMeetingProvider } from './meeting-provider-contract.ts';
import { paintFrame, shadeOf } from './painted-frame.ts';
import { createSyntheticProvider } from './synthetic-provider.ts';

const SIZE = { width: 128, height: 96 };

describeMeetingProvider('the synthetic provider', async () => {
  const provider = createSyntheticProvider({ clock: systemClock, timers: systemTimers });
  const meetingUrl = new URL('https://meeting.test/weekly');
  const meeting = provider.meeting(meetingUrl.href);
  return {
    provider,
    platform: 'synthetic',
    meetingUrl,
    arrive: async ({ name, cameraOn, shade }) => {
      const guest = meeting.arrive(name, (index) => ({ format: 'i420', ...paintFrame(SIZE, shade, index) }));
      if (!cameraOn) guest.setCamera(false);
      return { setCamera: (on) => guest.setCamera(on), leave: async () => guest.leave() };
    },
    untilBots: async (count) => {
      if (meeting.bots.length !== count) throw new Error(`${meeting.bots.length} bots are there`);
    },
    shadeOf: async ({ image }) => (image.format === 'i420' ? shadeOf(image) : 0),
    fps: 30,
    close: () => provider.close(),
  };
});
