import { fastCheckBody } from '@vivant/contract/fast-check';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { authorize, principalOf } from '../keys/authorize.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { requiresScope } from '../openapi/operation.ts';
import { announceCached, answerCheck } from './answer-check.ts';
import {
  CHECK_LIMIT,
  type CheckRouteDependencies,
  checkResponses,
  resolveRequestedModel,
} from './check-route.ts';
import { readFrames } from './read-capture.ts';

const schema = {
  operationId: 'fastCheck',
  summary: 'Judge a set of frames',
  description:
    'Decides whether the face in the frames belongs to a live person. All frames come in one request; the ' +
    'service finds the face. A session keeps its verdict for 24 hours: the same session and model answer it ' +
    'again without a charge, with `X-Service-Cached: true`. `X-Service-Model-Resolved` names the model; a ' +
    'deprecated one also has `Deprecation`, `Sunset`, `X-Service-Deprecated-Model` and ' +
    '`X-Service-Suggested-Model`.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: fastCheckBody,
  response: checkResponses(),
} as const;

/** Adds `POST /api/v1/fast-check`. */
export function addFastCheckRoute(server: HttpServer, dependencies: CheckRouteDependencies): void {
  const { authenticate, runCheck, headerPrefix, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post('/api/v1/fast-check', { schema, onRequest, config: CHECK_LIMIT }, async (request, reply) => {
    const { body } = request;
    const model = resolveRequestedModel(dependencies, request, reply);
    const capture = readFrames(body, frameBytesMax);
    const { answer, cached } = await runCheck(principalOf(request), model, capture);
    announceCached(reply, headerPrefix, cached);
    return answerCheck(answer, { sessionId: body.session_id, cached });
  });
}
