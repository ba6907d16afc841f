import { z } from 'zod';

const count = z.int().min(0);

/** The `data` of `GET /api/v1/queue/stats`: what the service is doing for the organization right now. */
export const queueStatsSchema = z.object({
  checks: z.object({ processing: count.describe('Checks being judged.') }).describe('Immediate checks.'),
  videos: z
    .object({
      pending: count.describe('Videos waiting for a worker.'),
      processing: count.describe('Videos a worker is looking at.'),
    })
    .describe('Video submissions.'),
});

/** What is being done for an organization. */
export type QueueStats = z.infer<typeof queueStatsSchema>;
