import type { FastifyReply } from 'fastify';
import type { CheckRecord } from './checks-table.ts';
import { presentCheck } from './present-check.ts';

/** Says in a header that a verdict was there before, and cost nothing. */
export function announceCached(reply: FastifyReply, headerPrefix: string, cached: boolean): void {
  if (cached) reply.header(`${headerPrefix}-Cached`, 'true');
}

/** The envelope of a verdict; the session id is echoed as the caller wrote it. */
export function answerCheck(
  record: CheckRecord,
  { sessionId, cached }: { readonly sessionId: string; readonly cached: boolean },
) {
  return {
    data: presentCheck(record, sessionId),
    success: true as const,
    message: cached ? 'The session already had this verdict.' : 'The check is complete.',
  };
}
