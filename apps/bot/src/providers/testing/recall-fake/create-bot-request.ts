import { z } from 'zod';

const socketEndpoint = z.object({
  type: z.literal('websocket'),
  // The real one refuses an address without a slash before its query.
  url: z.string().regex(/^wss?:\/\/[^/?]+\/(?:[^?]*\/)?(?:\?.*)?$/, 'must be a ws(s) URL with / before ?'),
  events: z.array(z.string()).min(1),
});

/** The body of `POST /api/v1/bot/`, as far as the fake understands it. */
export const createBotRequest = z
  .object({
    meeting_url: z.url(),
    bot_name: z.string().min(1).max(100).default('Meeting Notetaker'),
    join_at: z.iso.datetime().nullish(),
    metadata: z.record(z.string(), z.string()).default({}),
    recording_config: z.object({
      video_mixed_layout: z.string().optional(),
      video_mixed_mp4: z.object({}).nullish(),
      video_separate_png: z.object({}).nullish(),
      video_separate_h264: z.object({}).nullish(),
      retention: z.object({ type: z.literal('timed'), hours: z.number().positive() }),
      realtime_endpoints: z.array(socketEndpoint).length(1),
    }),
    variant: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ recording_config: { video_separate_png, video_separate_h264, video_mixed_layout } }) => {
    return !(video_separate_png ?? video_separate_h264) || video_mixed_layout !== undefined;
  }, 'video_mixed_layout is required for separate video')
  .refine(({ recording_config, variant }) => {
    return !recording_config.video_separate_h264 || variant?.['zoom'] === 'web_4_core';
  }, 'separate H.264 needs web_4_core');

/** The body of `POST /api/v1/bot/`, as far as the fake understands it. */
export type CreateBotRequest = z.infer<typeof createBotRequest>;
