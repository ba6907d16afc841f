import { extname } from 'node:path';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { VIDEO_EXTENSIONS } from '@vivant/contract/video-submission';
import { ApiError } from '@vivant/service-kit/api-error';
import type { FastifyRequest } from 'fastify';
import { FormDigest } from '../idempotency/form-digest.ts';
import { type ObjectStore, ObjectStoreError, ObjectTooLargeError } from '../objects/object-store.ts';
import { readMetadata } from '../tenants/metadata-text.ts';
import type { JsonObject } from '../tenants/tenant-metadata.ts';
import { NotAVideoError, onlyVideo } from './container-gate.ts';
import { requireVideoUrl } from './video-url.ts';

/** A form that was read; an uploaded video is in the object store by now. */
export interface VideoForm {
  /** Where the video is to be fetched; undefined when it was uploaded. */
  readonly videoUrl: string | undefined;
  readonly model: string | undefined;
  readonly frameCount: number | undefined;
  readonly metadata: JsonObject | null;
}

/** Where an uploaded video goes. */
export interface VideoTarget {
  readonly objects: ObjectStore;
  readonly key: string;
  readonly bytesMax: number;
  /** Called before the store is written to. */
  readonly announce: () => Promise<void>;
}

const FIELDS = ['video_url', 'model', 'frame_count', 'metadata'] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], unknown>>;

/** More than the four fields and the file: clients may send fields we do not know. */
const LIMITS = {
  fields: 20,
  files: 5,
  parts: 25,
  fieldSize: 256 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
};

/**
 * Reads the form of a submission, streaming its file to the target. When it throws, the target may hold the video.
 * @throws ApiError `invalid_video_input`, `invalid_metadata`, `validation_error`, `payload_too_large`,
 *   `unsupported_media_type`, `service_unavailable`
 */
export async function readVideoForm(request: FastifyRequest, target: VideoTarget): Promise<VideoForm> {
  if (!request.isMultipart())
    throw new ApiError('unsupported_media_type', 'Send the video as multipart/form-data.');
  const fields: Fields = {};
  const digest = new FormDigest(request);
  let isUploaded = false;
  for await (const part of partsOf(request, target.bytesMax)) {
    if (part.type === 'field') {
      digest.addField(part);
      readField(part, fields);
    } else if (part.fieldname !== 'video_file' || !part.filename) await digest.skip(part);
    else {
      if (isUploaded) throw invalid('Send one video_file only.');
      isUploaded = true;
      await storeVideo(part, digest, target);
    }
  }
  digest.note();
  return toForm(fields, isUploaded);
}

async function* partsOf(request: FastifyRequest, bytesMax: number) {
  // One byte more shows that a file is too large, instead of cutting it off in silence.
  const limits = { ...LIMITS, fileSize: bytesMax + 1 };
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw asFormError(error);
  }
}

function readField({ fieldname, value, valueTruncated }: MultipartValue, fields: Fields): void {
  if (fieldname === 'video_file') throw invalid('video_file must be a file with a name.');
  const name = FIELDS.find((known) => known === fieldname);
  if (!name) return;
  if (name in fields)
    throw name === 'metadata' ? sentTwice('invalid_metadata', name) : sentTwice('invalid_video_input', name);
  if (valueTruncated && name === 'metadata') throw new ApiError('invalid_metadata', 'metadata is too long.');
  if (valueTruncated) throw invalid(`${name} is too long.`);
  fields[name] = value;
}

async function storeVideo(part: MultipartFile, digest: FormDigest, target: VideoTarget): Promise<void> {
  const { objects, key, bytesMax, announce } = target;
  const extension = extname(part.filename).slice(1).toLowerCase();
  if (!VIDEO_EXTENSIONS.some((known) => known === extension))
    throw invalid(`The name of video_file must end in ${VIDEO_EXTENSIONS.join(', ')}.`);
  await announce();
  try {
    await objects.put(key, onlyVideo(namedErrors(digest.file(part))), { bytesMax });
  } catch (error) {
    throw asStoringError(error);
  }
}

/** Errors while the file arrives are the sender's; the store has names for its own. */
async function* namedErrors(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* file;
  } catch (error) {
    throw asFormError(error);
  }
}

function asStoringError(error: unknown): unknown {
  if (error instanceof NotAVideoError) return invalid(error.message, error);
  if (error instanceof ObjectTooLargeError)
    return new ApiError('payload_too_large', `A video may have at most ${error.bytesMax} bytes.`);
  if (error instanceof ObjectStoreError)
    return new ApiError('service_unavailable', 'The video cannot be stored. Try again shortly.', {
      cause: error,
    });
  return error;
}

/** The parser throws errors of its own (`FST_...`) and plain ones for a body that ends early. */
function asFormError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return new ApiError('invalid_metadata', 'metadata is not valid JSON.', { cause: error });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new ApiError('validation_error', 'The form has too many parts.', { cause: error });
  return new ApiError('validation_error', 'The form is not complete multipart/form-data.', { cause: error });
}

function toForm(fields: Fields, isUploaded: boolean): VideoForm {
  const videoUrl = textOf(fields, 'video_url');
  if (isUploaded && videoUrl !== undefined) throw invalid('Send either video_file or video_url, not both.');
  if (!isUploaded && videoUrl === undefined) throw invalid('Send video_file or video_url.');
  if (videoUrl !== undefined) requireVideoUrl(videoUrl);
  const frameCount = textOf(fields, 'frame_count');
  if (frameCount !== undefined && !/^\d{1,4}$/.test(frameCount))
    throw invalid('frame_count must be an integer.');
  return {
    videoUrl,
    model: textOf(fields, 'model'),
    frameCount: frameCount === undefined ? undefined : Number(frameCount),
    metadata: readMetadata(fields.metadata),
  };
}

/** Browsers send an empty text for what was left open. */
function textOf(fields: Fields, name: (typeof FIELDS)[number]): string | undefined {
  const value = fields[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be text.`);
  return value;
}

function invalid(message: string, cause?: unknown): ApiError {
  return new ApiError('invalid_video_input', message, { cause });
}

function sentTwice(code: 'invalid_metadata' | 'invalid_video_input', field: string): ApiError {
  return new ApiError(code, `Send ${field} once.`);
}
