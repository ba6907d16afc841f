import { verifyBody } from '@vivant/contract/verify';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { authorize, principalOf } from '../keys/authorize.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { requiresScope } from '../openapi/operation.ts';
import { announceCached, answerCheck } from './answer-check.ts';
import { CHECK_LIMIT, type CheckRouteDependencies, checkResponses } from './check-route.ts';
import { readFrames } from './read-capture.ts';

/** The standard spatial model. */
const VERIFY_ALIAS = '50';

const schema = {
  operationId: 'verify',
  summary: 'Judge a set of frames with the standard spatial model',
  description: 'As fast-check, with the model `50`; `model` and `X-Model-Version` are ignored.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  body: verifyBody,
  response: checkResponses(),
} as const;

/** Adds `POST /api/v1/verify`. */
export function addVerifyRoute(server: HttpServer, dependencies: CheckRouteDependencies): void {
  const { authenticate, catalogue, runCheck, headerPrefix, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post('/api/v1/verify', { schema, onRequest, config: CHECK_LIMIT }, async (request, reply) => {
    const { body } = request;
    const model = resolveModel(catalogue, { alias: VERIFY_ALIAS }, VERIFY_ALIAS);
    reply.headers(modelHeaders(headerPrefix, model));
    const { answer, cached } = await runCheck(principalOf(request), model, {
      ...readFrames(body, frameBytesMax),
      endpoint: 'verify',
    });
    announceCached(reply, headerPrefix, cached);
    return answerCheck(answer, { sessionId: body.session_id, cached });
  });
}
