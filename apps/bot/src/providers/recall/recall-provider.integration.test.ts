import { describeMeetingProvider } from '../testing/meeting-provider-contract.ts';
import { startRecallMeeting } from '../testing/recall-meeting.ts';

describeMeetingProvider('the Recall-compatible client with H.264 and webhooks', () =>
  startRecallMeeting({ unruly: true }),
);

describeMeetingProvider('the Recall-compatible client with PNG and polling', () =>
  startRecallMeeting({ video: 'png', webhooks: false }),
);
