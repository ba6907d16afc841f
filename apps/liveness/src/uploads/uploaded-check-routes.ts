import { type UploadedCheckBody, uploadedCheckBody } from '@vivant/contract/uploaded-check';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyReply } from 'fastify';
import { announceCached, answerCheck } from '../checks/answer-check.ts';
import { CHECK_LIMIT, checkResponses, defaultAlias, selectionOf } from '../checks/check-route.ts';
import { LIVE_FPS_DEFAULT } from '../checks/live-check-route.ts';
import { readDescription } from '../checks/read-capture.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import type { Principal } from '../keys/principal.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import {
  LANDMARK_ALIAS,
  requireLandmarkModel,
  resolveLandmarkModel,
} from '../models/resolve-landmark-model.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { requiresScope } from '../openapi/operation.ts';
import { type SessionModelDependencies, sessionAlias } from './session-alias.ts';

const common = {
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: uploadedCheckBody,
};

const fastCheckSchema = {
  ...common,
  operationId: 'fastCheckUpload',
  summary: 'Judge uploaded frames',
  description:
    'As fast-check, for the frames that were uploaded to the session. Its verdict ends the upload; frames stay when ' +
    'they are too few, so that more can be uploaded.',
  response: checkResponses(),
} as const;

const liveCheckSchema = {
  ...common,
  operationId: 'liveCheckUpload',
  summary: 'Judge uploaded frames whose face is known',
  description: 'As live-check, for frames that were uploaded to the session with landmarks.',
  response: checkResponses(['unsupported_model']),
} as const;

/** Adds `POST /api/v2/fast-check` and `POST /api/v2/live-check`. */
export function addUploadedCheckRoutes(server: HttpServer, dependencies: SessionModelDependencies): void {
  const { authenticate, catalogue } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post(
    '/api/v2/fast-check',
    { schema: fastCheckSchema, onRequest, config: CHECK_LIMIT },
    async (request, reply) => {
      const { body } = request;
      const principal = principalOf(request);
      const selection = { ...selectionOf(request), defaultAlias: defaultAlias(request) };
      const alias = await sessionAlias(dependencies, principal, body.session_id, selection);
      const model = resolveModel(catalogue, selection, alias);
      return judgeUpload(dependencies, principal, model, { body, reply, usesLandmarks: false });
    },
  );

  server.post(
    '/api/v2/live-check',
    { schema: liveCheckSchema, onRequest, config: CHECK_LIMIT },
    async (request, reply) => {
      const { body } = request;
      const principal = principalOf(request);
      const selection = {
        ...selectionOf(request),
        defaultAlias: defaultAlias(request, LANDMARK_ALIAS),
      };
      const alias = await sessionAlias(dependencies, principal, body.session_id, selection);
      const model = resolveLandmarkModel(catalogue, selection, alias);
      return judgeUpload(dependencies, principal, model, { body, reply, usesLandmarks: true });
    },
  );
}

async function judgeUpload(
  { uploads, headerPrefix }: SessionModelDependencies,
  principal: Principal,
  model: ModelManifest,
  request: {
    readonly body: UploadedCheckBody;
    readonly reply: FastifyReply;
    readonly usesLandmarks: boolean;
  },
) {
  const { body, reply, usesLandmarks } = request;
  reply.headers(modelHeaders(headerPrefix, model));
  if (usesLandmarks) requireLandmarkModel(model);
  const { sessionId, warnings } = readDescription(body);
  const { answer, cached } = await uploads.checkBuffered(principal, model, {
    sessionId,
    inputSource: usesLandmarks ? 'upload_landmarks' : 'upload_frames',
    usesLandmarks,
    details: { fps: body.fps, source: body.source, metadata: body.metadata },
    fpsDefault: LIVE_FPS_DEFAULT,
    warnings,
    endsWhenInsufficient: false,
  });
  announceCached(reply, headerPrefix, cached);
  return answerCheck(answer, { sessionId, cached });
}
