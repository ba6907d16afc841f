import { successEnvelope } from '@vivant/contract/envelope';
import { type UploadBody, uploadBody, uploadSchema } from '@vivant/contract/upload';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { decodeBatch } from '../buffers/decode-batch.ts';
import type { Contribution } from '../buffers/store-batch.ts';
import { CHECK_ERRORS } from '../checks/check-errors.ts';
import { DEFAULT_ALIAS } from '../checks/check-route.ts';
import { readDescription } from '../checks/read-capture.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { presentUpload } from './present-upload.ts';
import { type SessionModelDependencies, sessionAlias } from './session-alias.ts';

/** What the upload route needs from the service. */
export type UploadDependencies = SessionModelDependencies;

const schema = {
  operationId: 'upload',
  summary: 'Upload frames to check later',
  description:
    'Buffers frames of a session; send batches until `is_complete` is true, then check the session with ' +
    '`/api/v2/fast-check` or `/api/v2/live-check`. The model of the first batch is the model of the session. ' +
    'Frames are kept for 300 seconds from the last new one on. Nothing is judged and nothing is charged.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: uploadBody,
  response: {
    200: {
      description: 'How many frames are buffered.',
      content: { 'application/json': { schema: successEnvelope(uploadSchema) } },
    },
    ...errorResponses(CHECK_ERRORS),
  },
} as const;

/** Adds `POST /api/v2/upload`. */
export function addUploadRoute(server: HttpServer, dependencies: UploadDependencies): void {
  const { authenticate, catalogue, headerPrefix, storeBatch, frameBuffer, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post('/api/v2/upload', { schema, onRequest }, async (request, reply) => {
    const { body } = request;
    const principal = principalOf(request);
    const selection = {
      version: request.headers['x-model-version'],
      alias: body.model,
      frameCount: body.frame_count,
      defaultAlias: DEFAULT_ALIAS,
    };
    const alias = await sessionAlias(dependencies, principal, body.session_id, selection);
    const model = resolveModel(catalogue, selection, alias);
    reply.headers(modelHeaders(headerPrefix, model));
    const contribution = await readContribution(body, frameBytesMax);
    const stored = await storeBatch(principal, model, contribution);
    return presentUpload(stored, model, { sessionId: body.session_id, isDurable: frameBuffer.isDurable });
  });
}

async function readContribution(body: UploadBody, frameBytesMax: number): Promise<Contribution> {
  const { sessionId, warnings } = readDescription(body);
  const { fps, source, metadata } = body;
  return {
    sessionId,
    frames: await decodeBatch(body.frames, { field: 'frames', frameBytesMax }),
    warnings: warnings ?? [],
    details: { fps, source, metadata },
  };
}
