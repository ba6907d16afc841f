import { z } from 'zod';

const participantSchema = z.object({ id: z.int(), name: z.string().nullish() });

/** A participant as the provider describes them. */
export type RecallParticipant = z.infer<typeof participantSchema>;

const timestamp = z.object({ relative: z.number() });

/** `participant_events.*`; unknown kinds pass, and are ignored where they are understood. */
const participantEventSchema = z.object({
  event: z.templateLiteral(['participant_events.', z.string()]),
  data: z.object({ data: z.object({ participant: participantSchema, timestamp }) }),
});

/** `video_separate_png.data` and `video_separate_h264.data`. */
const videoEventSchema = z.object({
  event: z.enum(['video_separate_png.data', 'video_separate_h264.data']),
  data: z.object({
    data: z.object({
      buffer: z.base64(),
      timestamp,
      type: z.string().nullish(),
      participant: participantSchema,
    }),
  }),
});

const realtimeEventSchema = z.union([videoEventSchema, participantEventSchema]);

/** Something that happened in a meeting, on the provider's clock in seconds since the recording began. */
export type RealtimeEvent =
  | {
      readonly kind: 'participant';
      /** `join`, `leave`, `update`, `webcam_on`, `webcam_off` or something newer. */
      readonly what: string;
      readonly participant: RecallParticipant;
      readonly atMs: number;
    }
  | {
      readonly kind: 'video';
      readonly codec: 'png' | 'h264';
      /** `webcam`, or a shared screen. */
      readonly source: string;
      readonly participant: RecallParticipant;
      readonly atMs: number;
      readonly data: Buffer;
    };

/** Reads a message of the provider's socket; undefined when it is none that is known here. */
export function readRealtimeEvent(text: string): RealtimeEvent | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const message = realtimeEventSchema.safeParse(json).data;
  if (!message) return undefined;
  const { participant, timestamp } = message.data.data;
  const atMs = timestamp.relative * 1000;
  if (!('buffer' in message.data.data)) {
    return {
      kind: 'participant',
      what: message.event.slice('participant_events.'.length),
      participant,
      atMs,
    };
  }
  const { buffer, type } = message.data.data;
  const codec = message.event === 'video_separate_png.data' ? 'png' : 'h264';
  const data = Buffer.from(buffer, 'base64');
  return { kind: 'video', codec, source: type ?? 'webcam', participant, atMs, data };
}
