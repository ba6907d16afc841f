import { ApiError } from '@vivant/service-kit/api-error';
import { z } from 'zod';

/** The last row of a page: the next one begins below it. */
export interface UsageCursor {
  readonly createdAt: Date;
  readonly checkId: string;
}

const content = z.tuple([z.iso.datetime(), z.guid()]);

/** Writes a cursor as the opaque text that callers send back. */
export function encodeCursor({ createdAt, checkId }: UsageCursor): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), checkId])).toString('base64url');
}

/** @throws ApiError `validation_error` for a text that is no cursor of ours */
export function decodeCursor(text: string): UsageCursor {
  try {
    const [createdAt, checkId] = content.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { createdAt: new Date(createdAt), checkId };
  } catch {
    throw new ApiError('validation_error', 'cursor: is not a next_cursor of this operation.');
  }
}
