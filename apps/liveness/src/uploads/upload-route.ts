import multipart from '@fastify/multipart';
import { successEnvelope } from '@vivant/contract/envelope';
import { type UploadBody, uploadBody, uploadSchema } from '@vivant/contract/upload';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeBatch } from '../buffers/decode-batch.ts';
import { CHECK_ERRORS } from '../checks/check-errors.ts';
import { CHECK_LIMIT, defaultAlias, selectionOf } from '../checks/check-route.ts';
import { readDescription } from '../checks/read-capture.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { presentUpload } from './present-upload.ts';
import { type SessionModelDependencies, sessionAlias } from './session-alias.ts';
import type { StoreVideo } from './store-video.ts';
import { readUploadForm, type UploadForm } from './upload-form.ts';

/** What the upload route needs from the service. */
export interface UploadDependencies extends SessionModelDependencies {
  readonly storeVideo: StoreVideo;
  readonly videoBytesMax: number;
}

/** Name of the request decorator that carries a form. */
const FORM = 'uploadForm';

const schema = {
  operationId: 'upload',
  summary: 'Upload frames or a video to check later',
  description:
    'Buffers frames of a session; send batches until `is_complete` is true, then check the session with ' +
    '`/api/v2/fast-check` or `/api/v2/live-check`. The model of the first batch is the model of the session. ' +
    'Send either `frames` as JSON, or a `video` as a file of a form (mp4, mov, avi, webm or mkv), of which the ' +
    'first frames are taken. Frames are kept for 300 seconds from the last new one on. Nothing is judged and ' +
    'nothing is charged.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  consumes: ['application/json', 'multipart/form-data'],
  body: uploadBody,
  response: {
    200: {
      description: 'How many frames are buffered.',
      content: { 'application/json': { schema: successEnvelope(uploadSchema) } },
    },
    ...errorResponses([...CHECK_ERRORS, 'invalid_video_input', 'invalid_metadata']),
  },
} as const;

/** Adds `POST /api/v2/upload`. */
export async function addUploadRoute(server: HttpServer, dependencies: UploadDependencies): Promise<void> {
  // In a scope of its own: no other route takes forms.
  await server.register(async (scope: HttpServer) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.decorateRequest(FORM, null);
    addRoute(scope, dependencies);
  });
}

function addRoute(server: HttpServer, dependencies: UploadDependencies): void {
  const { authenticate, catalogue, headerPrefix, uploads } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  /** Reads a form before the fields are validated, which then look as in a JSON body. */
  async function preValidation(request: FastifyRequest): Promise<void> {
    if (!request.isMultipart()) return;
    const form = await readUploadForm(request, { bytesMax: dependencies.videoBytesMax });
    request.setDecorator(FORM, form);
    request.body = form.fields;
  }

  async function onResponse(request: FastifyRequest): Promise<void> {
    await formOf(request)?.remove();
  }

  const hooks = { onRequest, preValidation, onResponse };
  server.post('/api/v2/upload', { schema, ...hooks, config: CHECK_LIMIT }, async (request, reply) => {
    const { body } = request;
    const principal = principalOf(request);
    const selection = { ...selectionOf(request), defaultAlias: defaultAlias(request) };
    const alias = await sessionAlias(dependencies, principal, body.session_id, selection);
    const model = resolveModel(catalogue, selection, alias);
    reply.headers(modelHeaders(headerPrefix, model));
    const material = describe(body);
    const form = formOf(request);
    const stored = form
      ? await dependencies.storeVideo(principal, model, {
          ...material,
          path: form.videoPath,
          signal: hangUp(reply),
        })
      : await uploads.storeBatch(principal, model, {
          ...material,
          frames: await decodeFramesOf(body, dependencies.frameBytesMax),
        });
    return presentUpload(stored, model, {
      sessionId: body.session_id,
      isDurable: uploads.frameBuffer.isDurable,
    });
  });
}

function formOf(request: FastifyRequest): UploadForm | null {
  return request.getDecorator<UploadForm | null>(FORM);
}

function describe(body: UploadBody) {
  const { sessionId, warnings } = readDescription(body);
  const { fps, source, metadata } = body;
  return { sessionId, warnings: warnings ?? [], details: { fps, source, metadata } };
}

function decodeFramesOf({ frames }: UploadBody, frameBytesMax: number) {
  if (frames) return decodeBatch(frames, { field: 'frames', frameBytesMax });
  throw new ApiError('missing_field', 'frames: is required', { details: { frames: ['is required'] } });
}

/** Ends the decoding of a video whose sender is gone. */
function hangUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new ApiError('validation_error', 'The sender is gone.')));
  return gone.signal;
}
