import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { ApiError } from '@vivant/service-kit/api-error';
import type { FastifyRequest } from 'fastify';
import { FormDigest } from '../idempotency/form-digest.ts';
import { readMetadata } from '../tenants/metadata-text.ts';

/** A form that was read; its video lies in a file until it is removed. */
export interface UploadForm {
  /** The fields as a JSON body would have them. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly videoPath: string;
  /** Removes the file. */
  remove(): Promise<void>;
}

/** Room for fields that clients send beyond the known ones. */
const LIMITS = {
  fields: 30,
  files: 2,
  parts: 32,
  fieldSize: 256 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
};

/** How the text of a form field becomes what a JSON body would hold. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  session_id: (text) => text,
  model: (text) => text,
  source: (text) => text,
  fps: numberOf,
  frame_count: numberOf,
  warnings: (text) => parseOr(text, [text]),
  metadata: readMetadata,
};

/**
 * Reads a form with a video, which goes to a file of a random name.
 * @throws ApiError `invalid_video_input`, `invalid_metadata`, `validation_error`, `payload_too_large`
 */
export async function readUploadForm(
  request: FastifyRequest,
  { bytesMax }: { readonly bytesMax: number },
): Promise<UploadForm> {
  const folder = await mkdtemp(join(tmpdir(), 'vivant-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const fields: Record<string, unknown> = {};
  const digest = new FormDigest(request);
  const videoPath = join(folder, 'video');
  let hasVideo = false;
  try {
    // One byte more shows that a file is too large, instead of cutting it off in silence.
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: bytesMax + 1 } })) {
      if (part.type === 'field') {
        digest.addField(part);
        readField(part, fields);
      } else if (part.fieldname !== 'video') await digest.skip(part);
      else {
        if (hasVideo) throw invalid('Send one video only.');
        hasVideo = true;
        await saveVideo(part, digest, { path: videoPath, bytesMax });
      }
    }
    if (!hasVideo) throw invalid('Send the video as a file named video, or frames as JSON.');
    digest.note();
    return { fields, videoPath, remove };
  } catch (error) {
    await remove();
    throw toFormError(error);
  }
}

function readField(
  { fieldname, value, valueTruncated }: MultipartValue,
  fields: Record<string, unknown>,
): void {
  if (fieldname === 'frames') throw invalid('Send either a video or frames; frames go into a JSON body.');
  if (fieldname === 'video') throw invalid('video must be a file with a name.');
  const read = Object.hasOwn(READERS, fieldname) ? READERS[fieldname] : undefined;
  // Browsers send an empty text for what was left open.
  if (!read || value === '') return;
  if (valueTruncated || typeof value !== 'string') {
    throw new ApiError('validation_error', `${fieldname} is too long or no text.`);
  }
  fields[fieldname] = read(value);
}

async function saveVideo(
  part: MultipartFile,
  digest: FormDigest,
  { path, bytesMax }: { path: string; bytesMax: number },
): Promise<void> {
  await pipeline(digest.file(part), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (part.file.truncated)
    throw new ApiError('payload_too_large', `A video may have at most ${bytesMax} bytes.`);
}

function toFormError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  if ('syscall' in error) return error;
  return new ApiError('validation_error', 'The form is not complete multipart/form-data.', { cause: error });
}

function numberOf(text: string): unknown {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_video_input', message);
}
