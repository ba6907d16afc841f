import type { JoinRequest } from '../meeting-provider.ts';

/** Which pictures the provider sends: consecutive ones, or two a second. */
export type RecallVideo = 'h264' | 'png';

/** The provider takes 100 characters. */
const NAME_LENGTH_MAX = 100;

const PARTICIPANT_EVENTS = ['join', 'leave', 'update', 'webcam_on', 'webcam_off'] as const;

/** Only this machine sends single cameras as H.264. */
const H264_VARIANT = 'web_4_core';

/** An hour, the least that can be asked for; media are deleted when the bot leaves, this is for when that fails. */
const RETENTION_HOURS = 1;

const WAITING_ROOM_SECONDS = 20 * 60;

/** The body of a create-bot request. */
export function createBotBody(request: JoinRequest, video: RecallVideo, socketUrl: string): object {
  const separate = video === 'h264' ? 'video_separate_h264' : 'video_separate_png';
  return {
    meeting_url: request.meetingUrl.href,
    bot_name: request.botName.slice(0, NAME_LENGTH_MAX),
    ...(request.joinAt && { join_at: request.joinAt.toISOString() }),
    metadata: { session_id: request.sessionId },
    recording_config: {
      [separate]: {},
      // Separate video asks for this layout; no mixed recording is made.
      video_mixed_layout: 'gallery_view_v2',
      video_mixed_mp4: null,
      participant_events: {},
      retention: { type: 'timed', hours: RETENTION_HOURS },
      start_recording_on: 'participant_join',
      realtime_endpoints: [
        {
          type: 'websocket',
          url: socketUrl,
          events: [...PARTICIPANT_EVENTS.map((each) => `participant_events.${each}`), `${separate}.data`],
        },
      ],
    },
    automatic_leave: {
      waiting_room_timeout: WAITING_ROOM_SECONDS,
      noone_joined_timeout: WAITING_ROOM_SECONDS,
      everyone_left_timeout: { timeout: 30, activate_after: 0 },
      bot_detection: { using_participant_events: { timeout: 600, activate_after: 1200 } },
    },
    ...(video === 'h264' && {
      variant: { zoom: H264_VARIANT, google_meet: H264_VARIANT, microsoft_teams: H264_VARIANT },
    }),
  };
}
