import { z } from 'zod';
import { verificationResultSchema } from './verification-result.ts';

/** The states of a video submission; the last two are final. */
export const SUBMISSION_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

/** File name extensions under which a video is accepted; what is in the file decides how it is read. */
export const VIDEO_EXTENSIONS = ['mp4', 'avi', 'mov', 'webm', 'mkv'] as const;

const metadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('The metadata of the submission, as it was sent.');

const common = {
  submission_id: z.uuid().describe('Identifies the submission.'),
  tenant: z.string().describe('The tenant slug of the path.'),
};

const createdAt = z.iso.datetime().describe('When the video was accepted (ISO 8601, UTC).');

/** The form fields of `POST /api/v1/{tenant_slug}/video/detect`, as they are documented. */
export const videoDetectForm = z.object({
  video_file: z
    .string()
    .meta({ format: 'binary' })
    .optional()
    .describe(`The video; its name ends in ${VIDEO_EXTENSIONS.join(', ')}. Either this or \`video_url\`.`),
  video_url: z
    .string()
    .optional()
    .describe(
      'Public or presigned http(s) address of the video, without credentials. Either this or `video_file`.',
    ),
  model: z.string().optional().describe('Model alias; `mixed-10-v2` by default.'),
  frame_count: z
    .string()
    .optional()
    .describe('With `X-Model-Version`: which model of that version (10, 30, 60, 90 or 120).'),
  metadata: z.string().optional().describe('A JSON object that is kept and echoed.'),
});

/** The `data` of an accepted video. */
export const videoSubmissionSchema = z.object({
  ...common,
  status: z.literal('pending').describe('Always `pending`.'),
  model: z.string().describe('The model that will judge.'),
  message: z.string().describe('What happens next, for people.'),
  tenant_metadata: metadata,
  created_at: createdAt,
});

/** An accepted video as the service answers it. */
export type VideoSubmission = z.infer<typeof videoSubmissionSchema>;

/** The `data` of a poll. */
export const videoStatusSchema = z.object({
  ...common,
  status: z
    .enum(SUBMISSION_STATUSES)
    .describe('`pending` (queued), `processing`, `completed` or `failed`; stop polling at the last two.'),
  result: verificationResultSchema
    .nullable()
    .describe('The verdict, once the status is `completed`; its `session_id` is the submission id.'),
  tenant_metadata: metadata,
  message: z.string().nullable().describe('What is going on, for people.'),
  error: z.string().nullable().describe('Why the video could not be judged, when the status is `failed`.'),
  created_at: createdAt,
  completed_at: z.iso.datetime().nullable().describe('When the submission was completed or failed.'),
});

/** The state of a video submission as the service answers it. */
export type VideoStatus = z.infer<typeof videoStatusSchema>;
